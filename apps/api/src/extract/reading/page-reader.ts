import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { OutcomeCounts } from '../../infra/outcomes/outcome-counts.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import type { SharedTask } from '../../infra/shared-work.js';
import { traced } from '../../infra/tracing/tracing.js';
import { boundDuration } from '../../source/files/bounds.js';
import { boundSource } from '../extraction/extraction-size.js';
import { expiresAt, freshUntil } from '../extraction/extraction-lifetime.js';
import type { Extraction, StoredSource } from '../extraction/extraction.entity.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { listSource } from '../extraction/list-source.js';
import { grantsOf } from '../extraction/media-grants.js';
import type { ExtractedPage } from '../extractors/extractor.port.js';
import { ExtractorRegistry } from '../extractors/extractor-registry.js';
import { conversionsOf } from '../formats/conversions.js';
import { offersOf } from '../formats/offers.js';
import type { PageLink } from '../links/page-link.service.js';
import { urlHash } from '../media-url.js';
import { measureRead } from '../search-metrics.js';
import type { SourceFormat } from '../source-info.js';

/**
 * A page that has just been read: the part that is stored, and all formats of the page, which are
 * not stored.
 */
export interface PageReading {
  readonly extraction: Extraction;
  readonly formats: readonly SourceFormat[];
}

type ReadingWork = Pick<SharedTask, 'signal' | 'visitors'>;

/** Reads a page and stores the result. Callers decide when to read. */
@Injectable()
export class PageReader {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly extractions: ExtractionRepository,
    private readonly extractors: ExtractorRegistry,
    @Inject(ProgramsService) private readonly programs: Pick<ProgramsService, 'encoders'>,
    @Inject(OutcomeCounts) private readonly outcomes: Pick<OutcomeCounts, 'note'>,
  ) {}

  /**
   * @param work the visitors for whom the page is read, and the signal that stops the read
   * @param onRead called when the page has been read, before the result is stored
   * @throws DomainError; the signal's reason
   */
  read(link: PageLink, work: ReadingWork, onRead: () => void): Promise<PageReading> {
    const platform = link.platform?.id ?? 'other';
    return traced('extraction', { platform }, () => this.readTraced(link, work, onRead));
  }

  private async readTraced(
    link: PageLink,
    work: ReadingWork,
    onRead: () => void,
  ): Promise<PageReading> {
    const found = await measureRead(link.url, () => this.extract(link, work));
    onRead();
    if (found.kind === 'list') {
      const extraction = await this.keep(link.url, listSource(found, link.url));
      return { extraction, formats: [] };
    }
    const { formats, ...info } = found.item;
    boundDuration(info.durationSeconds ?? 0, this.env.MAX_DURATION_SECONDS);
    const offers = [
      ...offersOf(found.item),
      ...conversionsOf(found.item, {
        encoders: await this.programs.encoders(),
        maxSeconds: this.env.MAX_DURATION_SECONDS,
        maxBytes: this.env.MAX_FILE_BYTES,
      }),
    ];
    return { extraction: await this.keep(link.url, { info, offers }), formats };
  }

  /** Reads the page and counts the outcome, unless aborted. */
  private async extract(link: PageLink, { signal, visitors }: ReadingWork): Promise<ExtractedPage> {
    try {
      const found = await this.extractors.extract(link, signal);
      this.outcomes.note(link.url, null, visitors);
      return found;
    } catch (error) {
      if (!signal.aborted) {
        this.outcomes.note(link.url, toDomainError(error).code, visitors);
      }
      throw error;
    }
  }

  /**
   * Stores an extraction.
   * @param pageUrl '' for pasted links
   * @throws DomainError EXTRACT_FAILED if the page exceeds the size limit
   */
  keep(pageUrl: string, given: StoredSource, key = pageUrl): Promise<Extraction> {
    const source = boundSource(given);
    const now = new Date();
    const row = {
      urlKey: urlHash(key),
      pageUrl,
      source,
      freshUntil: freshUntil(source.offers, now),
      expiresAt: expiresAt(now),
    };
    return this.extractions.add(row, grantsOf(pageUrl, source), now);
  }
}
