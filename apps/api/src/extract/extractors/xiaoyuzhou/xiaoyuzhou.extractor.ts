import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, requestsFor } from '../page/page-client.js';
import { readXiaoyuzhou, xiaoyuzhouLink } from './read-xiaoyuzhou.js';

/**
 * Reads Xiaoyuzhou episodes and podcasts. yt-dlp reads only the player, without the duration and
 * the series.
 */
@Injectable()
@SiteExtractor({ order: 10 })
export class XiaoyuzhouExtractor implements Extractor {
  readonly name = 'xiaoyuzhou';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return xiaoyuzhouLink(url) !== null;
  }

  async extract(page: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const link = xiaoyuzhouLink(page.url);
    if (link === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const html = await this.pages.html(page.url, requestsFor(page, signal));
    return readXiaoyuzhou(html, link, page.url);
  }
}
