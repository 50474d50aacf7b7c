import { Worker } from 'node:worker_threads';
import type { Span } from '../client/source-damaged.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';

/** Finds the duration and the dimensions of a file. */
interface FactsJob {
  readonly kind: 'facts';
}

/** Copies the packets of a span of playing time into a new file at `path`. */
export interface CopyJob {
  readonly kind: 'copy';
  readonly span: Span;
  readonly path: string;
}

/** Finds when an MP4 or Matroska file plays. */
interface TimesJob {
  readonly kind: 'times';
}

export type MediaJob = FactsJob | TimesJob | CopyJob;

/** Seconds and pixels; null if the file doesn't give them. */
export interface FactsResult {
  readonly seconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Times are in seconds on the file's clock. */
export interface TimesResult {
  /** Start of the first packet, and end of the last one. */
  readonly start: number;
  readonly end: number;
  /** Ids of the tracks with video. */
  readonly videoIds: readonly number[];
}

export interface CopyResult {
  /** The timestamp on the new file's clock at which the whole file begins to play. */
  readonly startSeconds: number;
  /** Duration of the whole file in seconds; null if its header doesn't give it. */
  readonly sourceSeconds: number | null;
}

/** Thrown if a file can't be read as media within the limits. */
export class MediaUnreadable extends Error {}

/** The bytes of a file for one job. */
export interface MediaBytes extends SegmentBytes {
  /** Called when it is known which part of the file a copy needs, besides its index. */
  readonly needs?: (part: { readonly start: number; readonly end: number }) => void;
}

/**
 * Memory for the tables of a file, in megabytes. A film of six hours takes 100. A file that claims
 * more samples than fit ends its thread, not the process.
 */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/**
 * How long a thread may compute in all, in milliseconds, not counting the time in which it waits
 * for bytes. The tables of a film take 1 s.
 */
const COMPUTING_MS = 30_000;
/** Maximum size of one read in bytes, which must fit into memory beside those of other tasks. */
const MOST_READ_BYTES = 48 * 1024 * 1024;

type Message =
  | { readonly read: { readonly id: number; readonly start: number; readonly end: number } }
  | { readonly reached: { readonly start: number; readonly end: number } }
  | { readonly done: unknown }
  | { readonly failed: string };

/**
 * Runs a job on a file in a thread of its own.
 * @param bytes supplies the file; limits how much is read of it.
 * @throws MediaUnreadable; the signal's reason; whatever `bytes` throws. The thread has then ended,
 *   and a new file may be incomplete.
 */
export function runMediaJob(
  job: FactsJob,
  bytes: MediaBytes,
  signal: AbortSignal,
): Promise<FactsResult>;
export function runMediaJob(
  job: TimesJob,
  bytes: MediaBytes,
  signal: AbortSignal,
): Promise<TimesResult>;
export function runMediaJob(
  job: CopyJob,
  bytes: MediaBytes,
  signal: AbortSignal,
): Promise<CopyResult>;
export async function runMediaJob(
  job: MediaJob,
  bytes: MediaBytes,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./media-thread.js', import.meta.url), {
    workerData: { job, size: bytes.size },
    resourceLimits: MEMORY,
  });
  const ended = new AbortController();
  const budget = new ComputingBudget();
  try {
    return await new Promise((resolve, reject) => {
      // One read after another, because they share a connection and a cache.
      let reads = Promise.resolve();
      worker.on('message', (message: Message) => {
        if ('read' in message) {
          reads = reads.then(() => budget.without(() => serve(message.read, bytes, worker)));
          reads.catch(reject);
        } else if ('reached' in message) {
          bytes.needs?.(message.reached);
        } else if ('done' in message) {
          resolve(message.done);
        } else {
          reject(new MediaUnreadable(message.failed));
        }
      });
      const unreadable = (cause: unknown): void =>
        reject(new MediaUnreadable('its thread ended', { cause }));
      worker.once('error', unreadable).once('exit', unreadable);
      signal.addEventListener('abort', () => reject(signal.reason as Error), ended);
      budget.start(() => reject(new MediaUnreadable('it takes too long to read')));
    });
  } finally {
    ended.abort();
    budget.end();
    await worker.terminate();
  }
}

async function serve(
  { id, start, end }: { id: number; start: number; end: number },
  bytes: MediaBytes,
  worker: Worker,
): Promise<void> {
  if (end - start > MOST_READ_BYTES) {
    throw new MediaUnreadable(`a table of ${end - start} bytes`);
  }
  // A copy, because bytes are valid until the next read, and a transfer takes them away.
  const found = Uint8Array.from(await bytes.read(start, end - start));
  worker.postMessage({ id, bytes: found }, [found.buffer]);
}

/** Limits the time in which a thread computes. */
class ComputingBudget {
  private left = COMPUTING_MS;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;
  private onSpent: (() => void) | null = null;

  start(onSpent: () => void): void {
    this.onSpent = onSpent;
    this.resume();
  }

  /** Runs something that the thread waits for, without counting its time. */
  async without(run: () => Promise<void>): Promise<void> {
    clearTimeout(this.timer);
    this.left = Math.max(0, this.left - (performance.now() - this.since));
    await run();
    this.resume();
  }

  end(): void {
    this.onSpent = null;
    clearTimeout(this.timer);
  }

  private resume(): void {
    if (this.onSpent !== null) {
      this.since = performance.now();
      this.timer = setTimeout(this.onSpent, this.left);
    }
  }
}
