import { Injectable } from '@nestjs/common';
import { canonicalPageUrl } from '@dipper/media';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, type PageRequest, requestsFor } from '../page/page-client.js';
import {
  castboxChannelId,
  castboxEpisodeId,
  isCastboxShortLink,
  readCastbox,
  readCastboxChannel,
} from './read-castbox.js';

/** The API that the site's own pages use. Requests for single episodes need no signature. */
const API = 'https://everest.castbox.fm/data/episode/v4';
/** Lists the latest episodes of a channel. Public projects call this API without a signature. */
const LIST_API = 'https://everest.castbox.fm/data/episode_list/v2';
const LATEST = 100;

/**
 * Reads Castbox episodes and channels. yt-dlp finds media only on pages whose initial HTML contains
 * the player.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class CastboxExtractor implements Extractor {
  readonly name = 'castbox';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return (
      [castboxEpisodeId(url), castboxChannelId(url)].some((id) => id !== null) ||
      isCastboxShortLink(url)
    );
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const { url } = link;
    const request = requestsFor(link, signal);
    const channelId = castboxChannelId(url);
    if (channelId !== null) {
      const query = `cid=${channelId}&skip=0&limit=${LATEST}&ascending=0&web=1`;
      const [reply, page] = await Promise.all([
        this.pages.json(`${LIST_API}?${query}`, request),
        // The page is only needed for the name of the channel.
        this.pages.html(url, request).catch(() => null),
      ]);
      return readCastboxChannel(reply, page);
    }
    const episodeId = castboxEpisodeId(url) ?? (await this.resolveShortLink(url, request));
    const reply = await this.pages.json(`${API}?eid=${episodeId}`, request);
    const item = readCastbox(reply, { episodeId, pageUrl: url });
    return { kind: 'item', item };
  }

  /**
   * The episode id of a short link: from the URL that the link redirects to, or from the page's
   * metadata.
   */
  private async resolveShortLink(short: string, request: PageRequest): Promise<string> {
    const { url, meta, canonical } = await this.pages.html(short, request);
    const named = [url, meta.get('og:url'), canonical]
      .map((address) => castboxEpisodeId(canonicalPageUrl(address ?? '')))
      .find((episodeId) => episodeId !== null);
    if (named === undefined || named === null) {
      throw new DomainError('EXTRACT_FAILED', { cause: 'a short link without an episode' });
    }
    return named;
  }
}
