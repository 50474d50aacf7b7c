import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { siteOf } from '../../infra/sites/site.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { PageClient } from '../extractors/page/page-client.js';
import { GrantsService } from '../offers/grants.service.js';
import { urlHash } from '../media-url.js';
import type { PageLink } from '../links/page-link.service.js';
import { oembedUrl } from './oembed-sites.js';
import { type Hint, readOembed } from './read-oembed.js';

/** Hints are a courtesy: they get few connections of their own, and none that would keep them waiting long. */
const AT_ONCE = 4;
const MAX_WAITING = 100;
/** Longest time for one, milliseconds. */
const PATIENCE_MS = 2000;
const MAX_BYTES = 256 * 1024;

/** Finds out what is known of a page without reading it. Nothing that goes wrong here matters to a search. */
@Injectable()
export class HintsService {
  private readonly lanes = new PQueue({ concurrency: AT_ONCE });

  constructor(
    private readonly pages: PageClient,
    private readonly extractions: ExtractionRepository,
    private readonly grants: GrantsService,
  ) {}

  /**
   * What the last reading of a page found, as long as that is kept, else what its site tells.
   * @param signal aborted when nobody needs it any more.
   * @returns null when neither says anything, or not in time; never rejects.
   */
  async find({ url }: PageLink, signal: AbortSignal): Promise<Hint | null> {
    try {
      return (
        (await this.extractions.findHint(urlHash(url), new Date())) ?? (await this.ask(url, signal))
      );
    } catch {
      return null;
    }
  }

  private async ask(pageUrl: string, signal: AbortSignal): Promise<Hint | null> {
    const url = oembedUrl(pageUrl);
    if (url === null || signal.aborted || this.lanes.size >= MAX_WAITING) {
      return null;
    }
    const hint = await this.lanes.add(() => this.fetch(url, pageUrl, signal), { signal });
    const thumbnailUrl = hint?.thumbnailUrl ?? null;
    if (hint === null || thumbnailUrl === null) {
      return hint;
    }
    if (!this.pages.isReachable(thumbnailUrl)) {
      return { ...hint, thumbnailUrl: null };
    }
    this.grants.grantImage(thumbnailUrl, pageUrl);
    return hint;
  }

  private async fetch(url: string, pageUrl: string, gone: AbortSignal): Promise<Hint | null> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(PATIENCE_MS)]);
    const request = { signal, via: siteOf(pageUrl), maxBytes: MAX_BYTES };
    return readOembed(await this.pages.json(url, request));
  }
}
