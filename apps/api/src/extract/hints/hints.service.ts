import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { EgressService } from '../../infra/egress/egress.service.js';
import { header } from '../../infra/http/content-range.js';
import { siteOf } from '../../infra/sites/site.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
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
const MAX_REDIRECTS = 2;
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity' };

/** Finds out what is known of a page without reading it. Nothing that goes wrong here matters to a search. */
@Injectable()
export class HintsService {
  private readonly lanes = new PQueue({ concurrency: AT_ONCE });

  constructor(
    private readonly egress: EgressService,
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
    if (!this.egress.check(thumbnailUrl).ok) {
      return { ...hint, thumbnailUrl: null };
    }
    this.grants.grantImage(thumbnailUrl, pageUrl);
    return hint;
  }

  private async fetch(url: string, pageUrl: string, gone: AbortSignal): Promise<Hint | null> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(PATIENCE_MS)]);
    const via = siteOf(pageUrl);
    const options = { headers: HEADERS, maxRedirects: MAX_REDIRECTS, signal, via };
    const { status, headers, body } = await this.egress.request(url, options);
    try {
      const isJson = /^application\/json\b/i.test(header(headers, 'content-type') ?? '');
      const isPlain = /^(identity)?$/i.test(header(headers, 'content-encoding') ?? '');
      if (status !== 200 || !isJson || !isPlain) {
        return null;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > MAX_BYTES) {
          return null;
        }
        chunks.push(chunk);
      }
      return readOembed(Buffer.concat(chunks).toString('utf8'));
    } finally {
      body.on('error', () => undefined).destroy();
    }
  }
}
