import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Visitor } from '../../infra/limits/visitor.js';
import { siteOf } from '../../infra/sites/site.js';
import { believableBytes } from '../formats/sizes.js';
import { type MediaHead, readMediaHead } from '../../source/head/media-head.js';
import { SourceClient } from '../../source/client/source-client.js';
import { ExtractService } from '../extract.service.js';
import type { Extraction } from '../extraction/extraction.entity.js';
import { ExtractionRepository } from '../extraction/extraction.repository.js';
import { SharedWork } from '../../infra/shared-work.js';
import { type Heads, streamsToRead, withHeads } from './unknown-facts.js';

/** Time limit for one page, in milliseconds. A visitor may be waiting for the duration. */
const TIMEOUT_MS = 3000;
/** The number of pages whose files' headers are read at the same time. */
const CONCURRENCY = 8;
/**
 * The number of extractions whose results are cached, so that a source that does not respond is
 * asked only once.
 */
const MAX_CACHED = 500;

/**
 * Finds facts that a page does not state (the item's duration, the resolution of its only video) in
 * the headers of its files, once per extraction and after its formats have been sent.
 */
@Injectable()
export class HeadsService implements OnModuleDestroy {
  private readonly logger = new Logger(HeadsService.name);
  private readonly reading = new SharedWork<Heads>();
  private readonly read = new LRUCache<number, Heads>({ max: MAX_CACHED });
  private readonly queue = new PQueue({ concurrency: CONCURRENCY });

  constructor(
    private readonly client: SourceClient,
    private readonly extract: ExtractService,
    private readonly extractions: ExtractionRepository,
  ) {}

  /** True if `find` may add something to an extraction. */
  lacksFacts({ source }: Extraction): boolean {
    return streamsToRead(source).length > 0;
  }

  /**
   * The same extraction with what the headers of its files say; unchanged if they say nothing.
   * @param visitor who waits; reading is cancelled when the last visitor has left
   * @throws `VisitorLeft`; UNAVAILABLE at shutdown
   */
  async find(extraction: Extraction, visitor: Visitor): Promise<Extraction> {
    const { id, source } = extraction;
    if (!this.lacksFacts(extraction)) {
      return extraction;
    }
    const heads =
      this.read.get(id) ??
      (await this.reading.join(String(id), visitor, async ({ signal }) => {
        const found = await this.readAll(extraction, signal);
        await this.keep(extraction, found);
        return found;
      }));
    return heads.size === 0 ? extraction : { ...extraction, source: withHeads(source, heads) };
  }

  onModuleDestroy(): void {
    this.reading.end(new DomainError('UNAVAILABLE'));
  }

  private async readAll({ source, pageUrl }: Extraction, signal: AbortSignal): Promise<Heads> {
    const client = this.client.via(siteOf(pageUrl));
    const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const heads = new Map<string, MediaHead>();
    for (const stream of streamsToRead(source)) {
      const read = (): Promise<MediaHead | null> => readMediaHead(client, stream, ended);
      // Rejects if aborted, whether the read is queued or running.
      const head = await this.queue.add(read, { signal: ended }).catch(() => null);
      if (head !== null && believableBytes(head.sizeBytes) !== null) {
        heads.set(stream.url, head);
      }
      if (ended.aborted || (head?.seconds ?? null) !== null) {
        break;
      }
    }
    signal.throwIfAborted();
    return heads;
  }

  private async keep(extraction: Extraction, heads: Heads): Promise<void> {
    this.read.set(extraction.id, heads);
    if (heads.size === 0) {
      return;
    }
    const patched = { ...extraction, source: withHeads(extraction.source, heads) };
    this.extract.replace(patched);
    try {
      await this.extractions.updateWithNames(patched);
    } catch (error) {
      // Visitors receive the facts anyway. Only visitors who get the stored row later miss them.
      this.logger.warn({ err: error }, "The facts in a file's header could not be stored");
    }
  }
}
