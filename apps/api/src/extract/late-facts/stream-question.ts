import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Visitor } from '../../infra/limits/visitor.js';
import { SharedWork } from '../../infra/shared-work.js';
import { siteOf } from '../../infra/sites/site.js';
import type { SourceClient } from '../../source/client/source-client.js';
import type { Extraction, StoredSource } from '../extraction/extraction.entity.js';
import type { SourceFormat } from '../source-info.js';

/**
 * The number of extractions whose answers are cached, so that a source that does not respond is
 * asked only once.
 */
const MAX_CACHED = 500;

/** Answers by the URL of a stream. */
export type Answers<Answer> = ReadonlyMap<string, Answer>;

interface QuestionOptions<Answer extends object | number> {
  /** The name of the requested facts, for log lines. */
  readonly about: string;
  /** The streams to ask about, in order. */
  readonly streams: (source: StoredSource) => readonly SourceFormat[];
  /** Returns null if the source gives no answer. May reject if aborted. */
  readonly ask: (
    client: SourceClient,
    stream: SourceFormat,
    signal: AbortSignal,
  ) => Promise<Answer | null>;
  /** True if no further streams need to be asked about after this answer. */
  readonly isEnough: (answer: Answer) => boolean;
  /** Returns the same source with the answers. */
  readonly fill: (source: StoredSource, answers: Answers<Answer>) => StoredSource;
  readonly store: (extraction: Extraction) => Promise<void>;
  /** The number of concurrent requests. */
  readonly atOnce: { readonly ofPage: number; readonly inAll: number };
  /** The time limit for one page, in milliseconds. */
  readonly timeoutMs: number;
}

interface QuestionTools {
  readonly client: SourceClient;
  /** Replaces an extraction in memory. */
  readonly replace: (extraction: Extraction) => void;
}

/** Asks an extraction's sources about its streams, once for all visitors, and stores the answers. */
export class StreamQuestion<Answer extends object | number> {
  private readonly logger = new Logger(StreamQuestion.name);
  private readonly asking = new SharedWork<Answers<Answer>>();
  private readonly asked = new LRUCache<number, Answers<Answer>>({ max: MAX_CACHED });
  private readonly queue: PQueue;

  constructor(
    private readonly tools: QuestionTools,
    private readonly options: QuestionOptions<Answer>,
  ) {
    this.queue = new PQueue({ concurrency: options.atOnce.inAll });
  }

  /**
   * Returns the extraction with the answers; unchanged if there are none.
   * @param visitor who waits; requests are cancelled when the last visitor has left
   * @throws `VisitorLeft`, or the reason of `end`
   */
  async ask(extraction: Extraction, visitor: Visitor): Promise<Extraction> {
    const { id, source } = extraction;
    if (this.options.streams(source).length === 0) {
      return extraction;
    }
    const answers =
      this.asked.get(id) ??
      (await this.asking.join(String(id), visitor, async ({ signal }) => {
        const found = await this.askAll(extraction, signal);
        await this.keep(extraction, found);
        return found;
      }));
    return this.filled(extraction, answers);
  }

  /** Cancels all requests, and rejects later questions. */
  end(reason: Error): void {
    this.asking.end(reason);
  }

  private async askAll(
    { source, pageUrl }: Extraction,
    signal: AbortSignal,
  ): Promise<Answers<Answer>> {
    const { streams, ask, isEnough, atOnce, timeoutMs } = this.options;
    const client = this.tools.client.via(siteOf(pageUrl));
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answers = new Map<string, Answer>();
    const page = new PQueue({ concurrency: atOnce.ofPage });
    await page.addAll(
      streams(source).map((stream) => async () => {
        if ([...answers.values()].some(isEnough)) {
          return;
        }
        const one = (): Promise<Answer | null> => ask(client, stream, ended);
        // Rejects if aborted, whether the request is queued or running.
        const answer = await this.queue.add(one, { signal: ended }).catch(() => null);
        if (answer !== null) {
          answers.set(stream.url, answer);
        }
      }),
    );
    signal.throwIfAborted();
    return answers;
  }

  private async keep(extraction: Extraction, answers: Answers<Answer>): Promise<void> {
    this.asked.set(extraction.id, answers);
    if (answers.size === 0) {
      return;
    }
    const patched = this.filled(extraction, answers);
    this.tools.replace(patched);
    try {
      await this.options.store(patched);
    } catch (error) {
      // These visitors get the answers anyway. Only those who get the stored row later miss them.
      const { about } = this.options;
      this.logger.warn({ err: error }, `${about} that a source reported could not be stored`);
    }
  }

  private filled(extraction: Extraction, answers: Answers<Answer>): Extraction {
    return answers.size === 0
      ? extraction
      : { ...extraction, source: this.options.fill(extraction.source, answers) };
  }
}
