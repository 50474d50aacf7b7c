import { itemName, pageOfItem, parseUrl } from '@dipper/media';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { requestsFor } from '../page/page-client.js';
import { FeedClient } from './feed-client.js';
import { feedItemKey, feedList } from './feed-entries.js';

const FILE = /(?:\.(?:rss|xml)|\/(?:rss|feed|podcast\.xml))\/?$/i;
const HOST = /^(?:feeds?|rss)\d*\./i;

/**
 * True if a URL looks like a feed. yt-dlp handles all other URLs, and recognizes feeds among them.
 */
function looksLikeFeed(url: string): boolean {
  const address = parseUrl(url);
  return address !== null && (FILE.test(address.pathname) || HOST.test(address.hostname));
}

/**
 * Reads podcasts from the URL of their feed. yt-dlp also reads feeds, but it identifies an episode
 * only by its position, which changes with each new episode, and it ignores notes and chapters.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class FeedExtractor implements Extractor {
  readonly name = 'feed';

  constructor(private readonly feeds: FeedClient) {}

  canHandle({ url }: PageLink): boolean {
    return looksLikeFeed(url);
  }

  /**
   * @throws DomainError EXTRACT_FAILED for anything but a feed; MEDIA_REMOVED for an episode that
   * is no longer in the feed
   */
  async extract(page: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const feedUrl = pageOfItem(page.url);
    const address = parseUrl(page.url);
    const request = requestsFor(page, signal);
    const key = address && itemName(address);
    if (key !== null) {
      return { kind: 'item', item: await this.item(key, page.url, feedUrl, request) };
    }
    const { feed, from, entries } = await this.feeds.list(feedUrl, request);
    const [only] = entries;
    if (only === undefined) {
      throw new DomainError('NO_MEDIA', { cause: 'a feed without files' });
    }
    return entries.length === 1
      ? { kind: 'item', item: await this.item(only.key, page.url, feedUrl, request) }
      : feedList(feed, entries, { pageUrl: feedUrl, from });
  }

  private async item(
    key: string,
    pageUrl: string,
    feedUrl: string,
    request: ReturnType<typeof requestsFor>,
  ): Promise<Extract<ExtractedPage, { kind: 'item' }>['item']> {
    const found = await this.feeds.first(feedUrl, (item) => feedItemKey(item) === key, request);
    if (found === null) {
      throw new DomainError('MEDIA_REMOVED', { cause: 'no longer in its feed' });
    }
    return this.feeds.item(found, pageUrl, request);
  }
}
