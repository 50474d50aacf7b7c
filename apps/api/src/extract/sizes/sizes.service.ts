import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { SearchSizes } from '@dipper/contract';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import { siteOf } from '../../infra/sites/site.js';
import { SourceClient } from '../../source/client/source-client.js';
import { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { SharedWork } from '../../infra/shared-work.js';
import type { SourceFormat } from '../source-info.js';
import { askSize } from './ask-size.js';
import { newSizes, type Sizes, streamsToAsk, withSizes } from './unknown-sizes.js';

/** The number of concurrent requests for one page, and for all pages together. */
const CONCURRENCY = { ofPage: 4, inAll: 16 };
/** The time limit for one page, in milliseconds. Under load, some lists stay without sizes. */
const TIMEOUT_MS = 10_000;
/**
 * The number of extractions whose results are cached, so that a source that does not respond gets
 * only one request.
 */
const MAX_ASKED = 500;

/** Requests missing sizes from sources after the list has been sent, once per extraction. */
@Injectable()
export class SizesService implements OnModuleDestroy {
  private readonly logger = new Logger(SizesService.name);
  private readonly asking = new SharedWork<Sizes>();
  private readonly asked = new LRUCache<number, Sizes>({ max: MAX_ASKED });
  private readonly queue = new PQueue({ concurrency: CONCURRENCY.inAll });

  constructor(
    private readonly client: SourceClient,
    private readonly extract: ExtractService,
    private readonly extractions: ExtractionRepository,
  ) {}

  /**
   * The missing sizes of an extraction, as far as its source reports them.
   * @param visitor who was sent the list; requests are cancelled when the last visitor has left
   * @throws `VisitorLeft`; UNAVAILABLE at shutdown
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
    const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const page = new PQueue({ concurrency: CONCURRENCY.ofPage });
    await page.addAll(
      streams.map((stream) => async () => {
        const ask = (): Promise<number | null> => askSize(client, stream, ended);
        // Rejects if aborted, whether the request is queued or running.
        const size = await this.queue.add(ask, { signal: ended }).catch(() => null);
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
      // These visitors have received the sizes in the stream. Only visitors who get the stored row
      // later miss them.
      this.logger.warn({ err: error }, 'The sizes that a source reported could not be stored');
    }
  }
}
