import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { FeedClient, type FeedEpisode } from '../feed/feed-client.js';
import { isConfirmed } from '../feed/match-item.js';
import { ItunesClient } from '../itunes/itunes-client.js';
import { podcastList } from '../itunes/podcast-list.js';
import type { HtmlPage } from '../page/html-page.js';
import { PageClient, type PageRequest, requestsFor } from '../page/page-client.js';
import { readSpotify, readSpotifyShow, type SpotifyEpisode, spotifyLink } from './read-spotify.js';

const SITE = 'https://open.spotify.com';
/**
 * The user agent for requests. Browsers get a bare player page, but clients that make link previews
 * get the names.
 */
const PREVIEW_AGENT = 'Dipper/1.0 (link preview)';
/** How many podcasts with the same name are searched. */
const MAX_FEEDS = 3;

/**
 * Finds Spotify podcasts and episodes that are also published in a public RSS feed, by the names of
 * the podcast and the episode. Nothing is downloaded from Spotify, whose files are protected.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class SpotifyExtractor implements Extractor {
  readonly name = 'spotify';

  constructor(
    private readonly pages: PageClient,
    private readonly itunes: ItunesClient,
    private readonly feeds: FeedClient,
  ) {}

  canHandle({ url }: PageLink): boolean {
    return spotifyLink(url) !== null;
  }

  /**
   * @throws DomainError DRM_PROTECTED for anything without a public feed; MEDIA_REMOVED;
   * SOURCE_FAILED
   */
  async extract(page: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const link = spotifyLink(page.url);
    if (link === null || link.kind === 'music') {
      throw new DomainError('DRM_PROTECTED', { cause: 'music' });
    }
    const request = requestsFor(page, signal);
    const [html, oembed] = await this.fetchPublicData(`${SITE}/${link.kind}/${link.id}`, request);
    if (link.kind === 'show') {
      return this.show(readSpotifyShow(html, oembed), request);
    }
    const episode = readSpotify(html, oembed);
    const found = episode && (await this.inFeeds(episode, request));
    if (found === null) {
      throw new DomainError('DRM_PROTECTED', { cause: 'not in a public feed' });
    }
    return { kind: 'item', item: await this.feeds.item(found, page.url, request) };
  }

  /** Requests the public page and oEmbed. One response is enough. */
  private async fetchPublicData(
    page: string,
    request: PageRequest,
  ): Promise<[HtmlPage | null, unknown]> {
    const asPreview = { ...request, headers: { 'user-agent': PREVIEW_AGENT } };
    const oembedUrl = `${SITE}/oembed?${String(new URLSearchParams({ url: page }))}`;
    const [html, oembed] = await Promise.allSettled([
      this.pages.html(page, asPreview),
      this.pages.json(oembedUrl, asPreview),
    ]);
    if (html.status === 'rejected' && (oembed.status === 'rejected' || isRemoved(html.reason))) {
      throw html.reason;
    }
    return [
      html.status === 'fulfilled' ? html.value : null,
      oembed.status === 'fulfilled' ? oembed.value : null,
    ];
  }

  /**
   * Lists a podcast from Apple's directory, if exactly one podcast with that name has a public
   * feed.
   */
  private async show(name: string | null, request: PageRequest): Promise<ExtractedPage> {
    const podcasts = name === null ? [] : await this.itunes.podcastsOf(name, request);
    const ids = new Set(podcasts.map(({ collectionId }) => collectionId));
    const [podcastId = null] = ids;
    if (ids.size !== 1 || podcastId === null) {
      throw new DomainError('DRM_PROTECTED', { cause: `${ids.size} podcasts with that name` });
    }
    const podcast = await this.itunes.podcast(podcastId, null, request);
    return podcastList(podcast, { podcastId, country: null });
  }

  /**
   * Returns the episode if exactly one of the feeds contains it. Several matches would mean that
   * different podcasts share the name.
   */
  private async inFeeds(
    episode: SpotifyEpisode,
    request: PageRequest,
  ): Promise<FeedEpisode | null> {
    const feeds = await this.itunes.feedsOf(episode.show, request);
    const looked = await Promise.allSettled(
      feeds.slice(0, MAX_FEEDS).map((feed) => this.feeds.find(feed, episode, request)),
    );
    const found = looked.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
    const failed = looked.find((one) => one.status === 'rejected');
    if (failed !== undefined && found.length === 0) {
      throw failed.reason;
    }
    const [only] = found;
    // If some feeds could not be read, they might also contain the episode, so a match by title
    // alone would be a guess.
    const isSure = only !== undefined && (failed === undefined || isConfirmed(only.item, episode));
    return found.length === 1 && isSure ? only : null;
  }
}

function isRemoved(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'MEDIA_REMOVED';
}
