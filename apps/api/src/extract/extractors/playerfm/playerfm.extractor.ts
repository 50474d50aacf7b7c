import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/http/domain-error.js';
import { type Extractor, type Found, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, requestsFor } from '../page/page-client.js';
import { playerfmJsonUrl, readPlayerfm } from './read-playerfm.js';

/** Episodes of Player.FM: yt-dlp has known them since 2025.07.21, and still starts a process for them. */
@Injectable()
@SiteExtractor({ order: 10 })
export class PlayerfmExtractor implements Extractor {
  readonly name = 'playerfm';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return playerfmJsonUrl(url) !== null;
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<Found> {
    const jsonUrl = playerfmJsonUrl(link.url);
    if (jsonUrl === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const reply = await this.pages.json(jsonUrl, requestsFor(link, signal));
    const item = readPlayerfm(reply, link.url);
    return { kind: 'item', item: this.pages.reachable(item) };
  }
}
