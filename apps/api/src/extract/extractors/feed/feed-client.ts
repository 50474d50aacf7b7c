import { Injectable } from '@nestjs/common';
import { parseUrl } from '@dipper/media';
import type { Chapter, SourceInfo } from '../../source-info.js';
import { episodeInfo } from '../page/episode-info.js';
import {
  asExtractorFailure,
  PageClient,
  type PageRequest,
  withDeadline,
} from '../page/page-client.js';
import { readChaptersJson } from './chapters-json.js';
import type { Feed, FeedItem } from './feed.js';
import { type FeedEntry, feedEntry } from './feed-entries.js';
import { matchItem, couldMatch, type WantedEpisode } from './match-item.js';
import { transcriptTracks } from './transcripts.js';
import { readFeed } from './read-feed.js';

/**
 * The size limit for feeds: enough for thousands of episodes with show notes. Feeds are parsed as a
 * stream and never held in memory as a whole.
 */
const MAX_FEED_BYTES = 40 * 1024 * 1024;
const MAX_CHAPTERS_BYTES = 1024 * 1024;
/**
 * The time limit for chapters, in milliseconds. Chapters are optional, and not worth a long wait.
 */
const CHAPTERS_MS = 3_000;

export interface FeedEpisode {
  /** The feed's URL after redirects. URLs in the feed may be relative to it. */
  readonly feedUrl: string;
  readonly feed: Feed;
  readonly item: FeedItem;
}

@Injectable()
export class FeedClient {
  constructor(private readonly pages: PageClient) {}

  /**
   * @returns null unless an item is certain to be the episode
   * @throws the errors of `asExtractorFailure`
   */
  async find(
    feedUrl: string,
    wanted: WantedEpisode,
    request: PageRequest,
  ): Promise<FeedEpisode | null> {
    const { feed, from } = await this.read(feedUrl, (item) => couldMatch(item, wanted), request);
    const item = matchItem(feed.items, wanted);
    return item && { feed, item, feedUrl: from };
  }

  /** The first item that matches. @throws the errors of `asExtractorFailure` */
  async first(
    feedUrl: string,
    isWanted: (item: FeedItem) => boolean,
    request: PageRequest,
  ): Promise<FeedEpisode | null> {
    const { feed, from } = await this.read(feedUrl, isWanted, request);
    const [item] = feed.items;
    return item === undefined ? null : { feed, item, feedUrl: from };
  }

  /**
   * All items that have a file, in the order of the feed. @throws the errors of
   * `asExtractorFailure`
   */
  async list(
    feedUrl: string,
    request: PageRequest,
  ): Promise<{ feed: Feed; from: string; entries: FeedEntry[] }> {
    const entries: FeedEntry[] = [];
    const take = (item: FeedItem): boolean => {
      entries.push(...[feedEntry(item)].filter((entry) => entry !== null));
      // Don't keep the item itself, because its notes may be large.
      return false;
    };
    return { ...(await this.read(feedUrl, take, request)), entries };
  }

  private read(
    feedUrl: string,
    keep: (item: FeedItem) => boolean,
    request: PageRequest,
  ): Promise<{ feed: Feed; from: string }> {
    return this.pages
      .read(
        feedUrl,
        { ...request, kind: 'feed', maxBytes: MAX_FEED_BYTES },
        async (pieces, from) => ({ feed: await readFeed(pieces, keep), from }),
      )
      .catch((error: unknown) => {
        throw asExtractorFailure(error);
      });
  }

  /**
   * @returns the episode as a `SourceInfo`, with the chapters that its feed links to
   * @throws DomainError NO_MEDIA if it has no file
   */
  async item(
    { feed, item, feedUrl }: FeedEpisode,
    pageUrl: string,
    request: PageRequest,
  ): Promise<SourceInfo> {
    const absolute = (url: string | null): string | null =>
      url === null || url.trim() === '' ? null : (parseUrl(url, feedUrl)?.href ?? null);
    const chaptersUrl = absolute(item.chaptersUrl);
    return episodeInfo({
      pageUrl,
      title: item.titles[0],
      series: feed.title,
      uploader: item.author ?? feed.author,
      description: item.description,
      seasonNumber: item.seasonNumber,
      episodeNumber: item.episodeNumber,
      durationSeconds: item.durationSeconds,
      publishedAt: item.publishedAt,
      covers: [item.imageUrl, feed.imageUrl].map(absolute),
      chapters:
        item.chapters.length > 0 ? item.chapters : await this.chapters(chaptersUrl, request),
      transcripts: transcriptTracks(
        item.transcripts.map((one) => ({ ...one, url: absolute(one.url) })),
        feed.language,
      ),
      files: item.enclosures.map((file) => ({ ...file, url: absolute(file.url) })),
    });
  }

  private async chapters(url: string | null, request: PageRequest): Promise<Chapter[]> {
    if (url === null) {
      return [];
    }
    const signal = withDeadline(request.signal, CHAPTERS_MS);
    const bounded = { ...request, signal, maxBytes: MAX_CHAPTERS_BYTES };
    return this.pages.json(url, bounded).then(readChaptersJson, () => []);
  }
}
