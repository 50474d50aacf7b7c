import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { SearchSizes } from '@dipper/contract';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/http/domain-error.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import { siteOf } from '../../infra/sites/site.js';
import { SourceClient } from '../../source/source-client.js';
import { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { SharedWork } from '../reading/shared-work.js';
import type { SourceFormat } from '../source-info.js';
import { askSize } from './ask-size.js';
import { newSizes, type Sizes, streamsToAsk, withSizes } from './unknown-sizes.js';

/** Streams asked at once for one page, and for all pages together. */
const AT_ONCE = { ofPage: 4, inAll: 16 };
/** Longest time for one page, milliseconds: where many wait for their sizes, some lists stay without. */
const PATIENCE_MS = 10_000;
/** Extractions of which is remembered what was asked, so that a silent source is asked once. */
const MAX_ASKED = 500;

/** Asks sources for the sizes that a list lacks, once it is out; once for each extraction. */
@Injectable()
export class SizesService implements OnModuleDestroy {
  private readonly logger = new Logger(SizesService.name);
  private readonly asking = new SharedWork<Sizes>(() => undefined);
  private readonly asked = new LRUCache<number, Sizes>({ max: MAX_ASKED });
  private readonly lanes = new PQueue({ concurrency: AT_ONCE.inAll });

  constructor(
    private readonly client: SourceClient,
    private readonly extract: ExtractService,
    private readonly extractions: ExtractionRepository,
  ) {}

  /**
   * The sizes that the rows of an extraction lack, as far as their source tells them.
   * @param visitor who was shown the rows; when the last of them has gone nothing more is asked.
   * @throws `VisitorGone`, UNAVAILABLE at shutdown
   */
  async find(extraction: Extraction, visitor: Visitor): Promise<SearchSizes['sizes']> {
    const { id, source } = extraction;
    const streams = streamsToAsk(source.offers);
    if (streams.length === 0) {
      return [];
    }
    const known =
      this.asked.get(id) ??
      (await this.asking.join(String(id), visitor, async ({ signal }) => {
        const sizes = await this.askAll(streams, extraction.pageUrl, signal);
        await this.keep(extraction, sizes);
        return sizes;
      }));
    return newSizes(source.offers, withSizes(source.offers, known));
  }

  onModuleDestroy(): void {
    this.asking.end(new DomainError('UNAVAILABLE'));
  }

  private async askAll(
    streams: readonly SourceFormat[],
    pageUrl: string,
    signal: AbortSignal,
  ): Promise<Sizes> {
    const client = this.client.via(siteOf(pageUrl));
    const sizes = new Map<string, number>();
    const ended = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const page = new PQueue({ concurrency: AT_ONCE.ofPage });
    await page.addAll(
      streams.map((stream) => async () => {
        const ask = (): Promise<number | null> => askSize(client, stream, ended);
        // Refused while it waits for a lane, or has one.
        const size = await this.lanes.add(ask, { signal: ended }).catch(() => null);
        if (size !== null) {
          sizes.set(stream.url, size);
        }
      }),
    );
    signal.throwIfAborted();
    return sizes;
  }

  private async keep(extraction: Extraction, sizes: Sizes): Promise<void> {
    const { id, source } = extraction;
    this.asked.set(id, sizes);
    if (sizes.size === 0) {
      return;
    }
    const patched = {
      ...extraction,
      source: { ...source, offers: withSizes(source.offers, sizes) },
    };
    this.extract.replace(patched);
    try {
      await this.extractions.update({ id, source: patched.source });
    } catch (error) {
      // Visitors see them all the same; whoever reads the row from the database does not.
      this.logger.warn({ err: error }, 'Sizes that a source told could not be kept');
    }
  }
}
