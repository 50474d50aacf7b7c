import { Injectable } from '@nestjs/common';
import { canonicalPageUrl } from '@dipper/media';
import { DomainError } from '../../../infra/http/domain-error.js';
import { type Extractor, type Found, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, type PageRequest, requestsFor } from '../page/page-client.js';
import { castboxEpisodeId, isCastboxShortLink, readCastbox } from './read-castbox.js';

/** The API of the site's own pages; it answers without a signature for single episodes. */
const API = 'https://everest.castbox.fm/data/episode/v4';

/** Episodes of Castbox, which yt-dlp finds only where a page has its player in the first HTML. */
@Injectable()
@SiteExtractor({ order: 10 })
export class CastboxExtractor implements Extractor {
  readonly name = 'castbox';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return castboxEpisodeId(url) !== null || isCastboxShortLink(url);
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<Found> {
    const { url } = link;
    const request = requestsFor(link, signal);
    const episodeId = castboxEpisodeId(url) ?? (await this.idBehind(url, request));
    const reply = await this.pages.json(`${API}?eid=${episodeId}`, request);
    const item = readCastbox(reply, { episodeId, pageUrl: url });
    return { kind: 'item', item: this.pages.reachable(item) };
  }

  /** What a short link names: by where it leads, else by what its page says of itself. */
  private async idBehind(short: string, request: PageRequest): Promise<string> {
    const { url, meta, canonical } = await this.pages.html(short, request);
    const named = [url, meta.get('og:url'), canonical]
      .map((address) => castboxEpisodeId(canonicalPageUrl(address ?? '')))
      .find((episodeId) => episodeId !== null);
    if (named === undefined || named === null) {
      throw new DomainError('EXTRACT_FAILED', { cause: 'a short link to no episode' });
    }
    return named;
  }
}
