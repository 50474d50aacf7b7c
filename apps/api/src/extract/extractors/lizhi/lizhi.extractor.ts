import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Extractor, type ExtractedPage, SiteExtractor } from '../extractor.port.js';
import type { PageLink } from '../../links/page-link.service.js';
import { PageClient, type PageRequest, requestsFor } from '../page/page-client.js';
import {
  lizhiAudioId,
  lizhiElements,
  lizhiFileUrl,
  lizhiItem,
  readLizhiPage,
} from './read-lizhi.js';

const SITE = 'https://www.lizhi.fm';

/** Reads recordings on Lizhi, which yt-dlp does not support. */
@Injectable()
@SiteExtractor({ order: 10 })
export class LizhiExtractor implements Extractor {
  readonly name = 'lizhi';

  constructor(private readonly pages: PageClient) {}

  canHandle({ url }: PageLink): boolean {
    return lizhiAudioId(url) !== null;
  }

  async extract(link: PageLink, signal: AbortSignal): Promise<ExtractedPage> {
    const { url } = link;
    const audioId = lizhiAudioId(url);
    if (audioId === null) {
      throw new DomainError('UNSUPPORTED_SITE');
    }
    const request = { ...requestsFor(link, signal), headers: { referer: `${SITE}/` } };
    const page = readLizhiPage(await this.pages.html(url, request, lizhiElements), audioId);
    if (page.isPaid) {
      throw new DomainError('PAYMENT_REQUIRED');
    }
    const keys = [`media/url/${audioId}`, ...(page.hiddenId ? [`hidden_ph/${page.hiddenId}`] : [])];
    const item = lizhiItem(page, await this.fileUrl(keys, request), url);
    return { kind: 'item', item };
  }

  /**
   * The first URL found in the replies. The site has changed the endpoint that it uses over the
   * years, so several are tried.
   */
  private async fileUrl(keys: readonly string[], request: PageRequest): Promise<string> {
    let failure: unknown = new DomainError('NO_MEDIA', { cause: 'no URL in the replies' });
    for (const key of keys) {
      try {
        const url = lizhiFileUrl(await this.pages.json(`${SITE}/${key}`, request));
        if (url !== null) {
          return url;
        }
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}
