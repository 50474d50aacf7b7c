import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, requestsFor } from '../page/page-client.js';
import {
  playerfmJsonUrl,
  playerfmSeriesUrl,
  readPlayerfm,
  readPlayerfmSeries,
} from './read-playerfm.js';

/**
 * Reads Player.FM episodes and series. yt-dlp has supported them since 2025.07.21, but starts a
 * process for each.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class PlayerfmExtractor implements Extractor {
  readonly name = 'playerfm';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return playerfmJsonUrl(url) !== null || playerfmSeriesUrl(url) !== null;
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const request = requestsFor(link, signal);
    const seriesUrl = playerfmSeriesUrl(link.url);
    if (seriesUrl !== null) {
      return readPlayerfmSeries(await this.pages.json(seriesUrl, request), link.url);
    }
    const jsonUrl = playerfmJsonUrl(link.url);
    if (jsonUrl === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const reply = await this.pages.json(jsonUrl, request);
    const item = readPlayerfm(reply, link.url);
    return { kind: 'item', item };
  }
}
