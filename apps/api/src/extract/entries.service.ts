import type { ListQuality } from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../infra/errors/domain-error.js';
import { ExtractService } from './extract.service.js';
import type { Extraction } from './extraction/extraction.entity.js';
import type { OfferedFormat } from './formats/offer.js';
import { pickQuality } from './formats/choice/pick-quality.js';
import { PageLinkService } from './links/page-link.service.js';
import { SiteGate } from './links/site-gate.js';
import type { EntryRef } from './source-info.js';

interface Asking {
  /**
   * The host name under which the visitor reached us, because the site may be turned off on its
   * domain.
   */
  readonly host: string;
  readonly signal: AbortSignal;
}

/**
 * Reads the entries of a list one by one, each like a link that a visitor submits, with the same
 * cache and slots.
 */
@Injectable()
export class EntriesService {
  constructor(
    private readonly links: PageLinkService,
    private readonly extract: ExtractService,
    @Inject(SiteGate) private readonly gate: Pick<SiteGate, 'pass'>,
  ) {}

  /**
   * Returns the entry's offer that is closest to a quality (`pickQuality`).
   * @param entry an entry with media; a picture is fetched from its `url` instead
   * @throws DomainError with any code that reading a link can produce; the signal's reason
   */
  async offer(entry: EntryRef, quality: ListQuality, asking: Asking): Promise<OfferedFormat> {
    const { pageUrl, source } = await this.read(entry, asking);
    const offer = pickQuality(source.offers, quality);
    if (offer === null) {
      throw new DomainError('NO_MEDIA');
    }
    return { pageUrl, info: source.info, offer };
  }

  /**
   * Reads an entry's page.
   * @throws DomainError LINK_IS_LIST, or any code that reading a link can produce; the signal's
   * reason
   */
  async read({ url }: Pick<EntryRef, 'url'>, { host, signal }: Asking): Promise<Extraction> {
    const visitor = { gone: signal, admit: () => undefined };
    const link = await this.links.resolve(url, host, visitor).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    const extraction = await this.extract.readEntry(link, signal);
    // The entry's page may show an item from a site that is switched off.
    this.gate.pass(extraction.source.info.pageUrl, host);
    if ((extraction.source.list ?? null) !== null) {
      throw new DomainError('LINK_IS_LIST');
    }
    return extraction;
  }
}
