import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import {
  type Extractor,
  type ExtractedPage,
  SiteExtractor,
  YTDLP_ORDER,
} from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import type { SourceInfo } from '../../source-info.js';
import { FeedClient } from '../feed/feed-client.js';
import type { WantedEpisode } from '../feed/match-item.js';
import { ItunesClient } from '../itunes/itunes-client.js';
import { PageClient, type PageRequest, requestsFor, withDeadline } from '../page/page-client.js';
import {
  appleLink,
  itemFromListing,
  listedEpisode,
  wantedFrom,
  wantedFromPage,
} from './read-apple.js';

/**
 * The time limit for the feed in milliseconds. The feed is more detailed than the directory, but if
 * the feed is slow, the directory's data are enough.
 */
const FEED_MS = 6_000;

/**
 * Reads Apple Podcasts episodes from the podcast's public feed if yt-dlp can't read their page.
 * (Page changes have broken yt-dlp before: see its changelog, 2026.02.21.)
 */
@Injectable()
@SiteExtractor({ order: YTDLP_ORDER + 10 })
export class ApplePodcastsExtractor implements Extractor {
  readonly name = 'apple-podcasts';

  constructor(
    private readonly pages: PageClient,
    private readonly itunes: ItunesClient,
    private readonly feeds: FeedClient,
  ) {}

  canHandle({ url }: PageLink): boolean {
    return appleLink(url) !== null;
  }

  async extract(page: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const { url } = page;
    const link = appleLink(url);
    if (link === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const request = requestsFor(page, signal);
    const podcast = await this.itunes.podcast(link.podcastId, link.country, request);
    const listed = listedEpisode(podcast, link);
    const feedUrl = podcast.show?.feedUrl ?? listed?.feedUrl ?? null;
    if (listed === null) {
      const wanted = wantedFromPage(await this.pages.html(url, request));
      return { kind: 'item', item: await this.fromFeed({ feedUrl, wanted, url }, request) };
    }
    const inFeed = { ...request, signal: withDeadline(request.signal, FEED_MS) };
    const fed = await this.fromFeed({ feedUrl, wanted: wantedFrom(listed), url }, inFeed).catch(
      () => null,
    );
    // The feed may name only addresses that we never request, such as those of a private network.
    const isUsable = fed?.formats.some((format) => this.pages.isReachable(format.url)) === true;
    return { kind: 'item', item: isUsable ? fed : itemFromListing(listed, podcast.show, url) };
  }

  /**
   * @throws DomainError NO_MEDIA if there is no feed, or if no item in the feed is certain to be
   * the episode
   */
  private async fromFeed(
    looking: { feedUrl: string | null; wanted: WantedEpisode | null; url: string },
    request: PageRequest,
  ): Promise<SourceInfo> {
    const { feedUrl, wanted, url } = looking;
    const found =
      feedUrl === null || wanted === null ? null : await this.feeds.find(feedUrl, wanted, request);
    if (found === null) {
      throw new DomainError('NO_MEDIA', { cause: 'not in a public feed' });
    }
    return this.feeds.item(found, url, request);
  }
}
