import { fileURLToPath } from 'node:url';
import { MessageProcess } from '../../infra/process/message-process.js';
import type { Span } from '../client/source-damaged.js';
import type { Excerpt } from '../files/downloaded.js';
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

/** Finds the start and end times of an MP4 or Matroska file. */
interface TimesJob {
  readonly kind: 'times';
}

export type MediaJob = FactsJob | TimesJob | CopyJob;

/** What a media file states about itself. Each fact is null if it is missing there. */
export interface HeadFacts {
  /** Duration of the file. */
  readonly seconds: number | null;
  /** Dimensions in pixels, as displayed. */
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

interface Results {
  readonly facts: HeadFacts;
  readonly times: TimesResult;
  readonly copy: Excerpt;
}

/** Thrown if a file can't be read as media within the limits. */
export class MediaUnreadable extends Error {}

/** The bytes of a file for one job. */
export interface MediaBytes extends SegmentBytes {
  /** Called when it is known which part of the file a copy needs, besides its index. */
  readonly needs?: (part: { readonly start: number; readonly end: number }) => void;
}

/**
 * Heap for the tables of a file, in megabytes. A six-hour film takes 100. V8 ends a process that
 * exceeds it. (A thread can't be limited like this: some arrays that grow beyond `resourceLimits`
 * end the whole process, nodejs/node #65019.)
 */
const HEAP_MB = 192;
/**
 * All memory of the process, kB: the heap, 80 MB for Node and mediabunny, and the bytes of packets
 * and blocks, which are outside the heap.
 */
const MEMORY_KB = 384 * 1024;
/**
 * Limit on the processor time of a process, including its garbage collection threads. The tables of
 * a film take 1 s.
 */
const CPU_SECONDS = 40;
/**
 * How long a process may run in total, in milliseconds, not counting the time spent waiting for
 * bytes. On a busy machine it gets only a part of a core, so this is longer than `CPU_SECONDS`.
 */
const LONGEST_RUN_MS = 120_000;
/**
 * Maximum size of one read in bytes, which must fit into memory along with the reads of other
 * tasks. The index of a six-hour film takes 12 MB.
 */
const MOST_READ_BYTES = 16 * 1024 * 1024;
/** Maximum number of bytes read before the media of a copy. */
const MOST_INDEX_BYTES = 32 * 1024 * 1024;
/**
 * Maximum number of bytes read to find the first and last packets of a copy: this many, or a share of
 * the file if that is more. A packet may take 4 MB, and a cluster of Matroska 16 MB. A file without
 * an index is searched from its start; beyond this, fetching the whole file is faster, because that
 * takes several connections.
 */
const MOST_SEARCH = { bytes: 64 * 1024 * 1024, share: 0.1 };
/** How much larger than the original file a copy may be, in bytes, because its tables are new. */
const NEW_TABLES_BYTES = 64 * 1024 * 1024;

const PROGRAM = fileURLToPath(new URL('./media-program.js', import.meta.url));

interface Read {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

type Message =
  | { readonly read: Read }
  | { readonly indexed: true }
  | { readonly reached: { readonly start: number; readonly end: number } }
  | { readonly done: Results[MediaJob['kind']] }
  | { readonly failed: string };

/**
 * Runs a job on a file in a separate process.
 * @param bytes supplies the file; limits how much of it is read.
 * @throws MediaUnreadable; the signal's reason; whatever `bytes` throws. The process has then
 * ended, and a new file may be incomplete.
 */
export async function runMediaJob<J extends MediaJob>(
  job: J,
  bytes: MediaBytes,
  signal: AbortSignal,
): Promise<Results[J['kind']]> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const budget = new RunningTime();
  const supply = new Supply(bytes, job.kind === 'copy' ? MOST_INDEX_BYTES : Infinity);
  let program: MessageProcess | undefined;
  try {
    return await new Promise<Results[J['kind']]>((resolve, reject) => {
      // Reads run one after another, because they share a cache.
      let reads = Promise.resolve();
      const serve = async ({ id, start, end }: Read): Promise<void> => {
        const found = await budget.without(() => supply.read(start, end));
        await program?.send({ id, bytes: found });
      };
      const onMessage = (message: Message): void => {
        if ('read' in message) {
          reads = reads.then(() => serve(message.read));
          reads.catch(reject);
        } else if ('indexed' in message) {
          supply.beginSearch();
        } else if ('reached' in message) {
          supply.beginMedia();
          bytes.needs?.(message.reached);
        } else if ('done' in message) {
          resolve(message.done as Results[J['kind']]);
        } else {
          reject(new MediaUnreadable(message.failed));
        }
      };
      program = new MessageProcess(PROGRAM, {
        argument: JSON.stringify({ job, size: bytes.size }),
        bounds: {
          memoryKb: MEMORY_KB,
          cpuSeconds: CPU_SECONDS,
          fileBytes: job.kind === 'copy' ? bytes.size + NEW_TABLES_BYTES : 0,
        },
        heapMb: HEAP_MB,
        onMessage: (message) => onMessage(message as Message),
        onEnd: (cause) => reject(new MediaUnreadable('its process ended', { cause })),
      });
      signal.addEventListener('abort', () => reject(signal.reason as Error), ended);
      budget.start(() => reject(new MediaUnreadable('it takes too long to read')));
    });
  } finally {
    ended.abort();
    budget.end();
    await program?.end();
  }
}

/** Reads a file's bytes within the limits. */
class Supply {
  constructor(
    private readonly bytes: MediaBytes,
    /** How many bytes may still be read: at first of the index. */
    private left: number,
  ) {}

  /** Limits the search for what a copy needs. */
  beginSearch(): void {
    this.left = Math.max(MOST_SEARCH.bytes, this.bytes.size * MOST_SEARCH.share);
  }

  /** Lifts the limits, because it is known what is needed. */
  beginMedia(): void {
    this.left = Infinity;
  }

  /** @throws MediaUnreadable beyond a limit; whatever `bytes` throws. */
  async read(start: number, end: number): Promise<Uint8Array> {
    this.left -= end - start;
    if (end - start > MOST_READ_BYTES || this.left < 0) {
      throw new MediaUnreadable(`a table of ${end - start} bytes`);
    }
    return await this.bytes.read(start, end - start);
  }
}

/** Limits how long a process may run. */
class RunningTime {
  private left = LONGEST_RUN_MS;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;
  private onSpent: (() => void) | null = null;

  start(onSpent: () => void): void {
    this.onSpent = onSpent;
    this.resume();
  }

  /** Runs something that the process waits for, without counting the time. */
  async without<T>(run: () => Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.left = Math.max(0, this.left - (performance.now() - this.since));
    const result = await run();
    this.resume();
    return result;
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
