import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { siteOf } from '../../infra/sites/site.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { PageClient } from '../extractors/page/page-client.js';
import { GrantsService } from '../offers/grants.service.js';
import { urlHash } from '../media-url.js';
import type { PageLink } from '../links/page-link.service.js';
import { oembedUrl } from './oembed-sites.js';
import type { Hint } from '../source-info.js';
import { readOembed } from './read-oembed.js';

/** Hints are optional, so they get only a few connections and a short timeout. */
const CONCURRENCY = 4;
const MAX_WAITING = 100;
const TIMEOUT_MS = 2000;
const MAX_BYTES = 256 * 1024;

export interface GrantedHint extends Hint {
  /** Lets the image proxy of any process serve the thumbnail; null if there is no thumbnail. */
  readonly thumbnailGrant: string | null;
}

/**
 * Finds the title and the thumbnail of a page before the page is read. Failures are ignored,
 * because hints are optional.
 */
@Injectable()
export class HintsService {
  private readonly queue = new PQueue({ concurrency: CONCURRENCY });

  constructor(
    private readonly pages: PageClient,
    private readonly extractions: ExtractionRepository,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Looks for a hint in the last stored extraction of the page, and otherwise requests one from the
   * site's oEmbed endpoint.
   * @param signal aborted when the page has been read
   * @returns null if neither gives a hint in time; never rejects
   */
  async find({ url }: PageLink, signal: AbortSignal): Promise<GrantedHint | null> {
    try {
      const hint = (await this.extractions.findHint(urlHash(url))) ?? (await this.ask(url, signal));
      const picture = hint?.thumbnailUrl ?? null;
      const thumbnailGrant = picture === null ? null : this.grants.grantImage(picture, url);
      return hint && { ...hint, thumbnailGrant };
    } catch {
      return null;
    }
  }

  private async ask(pageUrl: string, signal: AbortSignal): Promise<Hint | null> {
    const url = oembedUrl(pageUrl);
    if (url === null || signal.aborted || this.queue.size >= MAX_WAITING) {
      return null;
    }
    const hint = await this.queue.add(() => this.fetch(url, pageUrl, signal), { signal });
    const thumbnailUrl = hint?.thumbnailUrl ?? null;
    return hint !== null && thumbnailUrl !== null && !this.pages.isReachable(thumbnailUrl)
      ? { ...hint, thumbnailUrl: null }
      : hint;
  }

  private async fetch(url: string, pageUrl: string, gone: AbortSignal): Promise<Hint | null> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(TIMEOUT_MS)]);
    const request = { signal, via: siteOf(pageUrl), maxBytes: MAX_BYTES };
    return readOembed(await this.pages.json(url, request));
  }
}
