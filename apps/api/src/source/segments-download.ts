import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../infra/http/domain-error.js';
import type { FetchContext } from './fetch-context.js';
import { fetchSegment } from './fetch-segment.js';
import { fetchSmall } from './fetch-small.js';
import { headersFor, type Remote } from './remote.js';
import { isSameStream, type SegmentedStream, type SegmentKey } from './segment.js';
import { writeGathered } from './write-gathered.js';

/** Segments fetched at once; each waits on disk for its turn, so memory stays flat. */
const AT_ONCE = 6;
/** A key is 16 bytes; what is longer is no key. */
const MOST_KEY_BYTES = 64;
/** Segments, and share of all, after which those that came tell about the rest: the first are often small. */
const TELLING = { segments: 4, share: 0.05 };

/**
 * Fetches a segmented stream into one file. Segments that have been appended stay: after
 * `SourceGone` it goes on with the next one from a new playlist of the same stream.
 */
export class SegmentsDownload {
  private file: FileHandle | null = null;
  private stream: SegmentedStream | null = null;
  /** Segments that are in the file, and its length. */
  private appended = 0;
  private position = 0;
  /** Segments that are whole, in the file or waiting for their turn. */
  private done = 0;
  /** Bytes that have arrived, over all segments, and those of them that are in the file. */
  private arrived = 0;
  private kept = 0;
  private readonly keys = new Map<string, Buffer>();

  constructor(
    private readonly path: string,
    private readonly context: FetchContext,
  ) {}

  /** @throws SourceGone when a segment is not to be had (any more); DomainError for the rest. */
  async run(stream: SegmentedStream): Promise<void> {
    this.file ??= await open(this.path, 'w');
    if (this.stream !== null && !isSameStream(this.stream, stream)) {
      // Segments of two streams in one file would be neither.
      await this.startOver(this.file);
    }
    this.stream = stream;
    const { segments } = stream;
    const failed = new AbortController();
    const running = new Map<number, Promise<string>>();
    let next = this.appended;
    this.done = this.appended;
    try {
      while (this.appended < segments.length) {
        for (; next < segments.length && running.size < AT_ONCE; next += 1) {
          const fetching = this.fetch(stream, next, failed.signal);
          // Its failure is seen when its turn comes; until then nobody else listens.
          fetching.catch(() => undefined);
          running.set(next, fetching);
        }
        const part = await running.get(this.appended);
        await this.append(part ?? '', segments[this.appended]?.key ?? null, stream.origin);
        running.delete(this.appended);
        this.appended += 1;
      }
    } finally {
      failed.abort();
      await Promise.allSettled(running.values());
      await this.dropWaiting(running.keys());
    }
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private async fetch(
    { segments, origin }: SegmentedStream,
    index: number,
    failed: AbortSignal,
  ): Promise<string> {
    const segment = segments[index];
    if (segment === undefined) {
      throw new DomainError('SOURCE_INCOMPLETE');
    }
    const path = this.partPath(index);
    const { egress, signal } = this.context;
    await fetchSegment(
      { url: segment.url, headers: headersFor(segment.url, origin) },
      segment,
      path,
      {
        egress,
        signal: AbortSignal.any([signal, failed]),
        onBytes: (bytes) => this.count(bytes),
      },
    );
    this.done += 1;
    this.estimate(segments.length);
    return path;
  }

  private async append(part: string, key: SegmentKey | null, origin: Remote): Promise<void> {
    const { file } = this;
    const bytes = key === null ? null : await this.keyOf(key, origin);
    let end = this.position;
    const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      if (file !== null) {
        await writeGathered(chunks, file, {
          position: end,
          onWritten: (written) => {
            end += written;
          },
        });
      }
    };
    const { signal } = this.context;
    if (key === null || bytes === null) {
      await pipeline(createReadStream(part), write, { signal });
    } else {
      const decipher = createDecipheriv('aes-128-cbc', bytes, key.iv);
      await pipeline(createReadStream(part), decipher, write, { signal }).catch(
        (error: unknown) => {
          throw isWrongKey(error) ? new DomainError('SOURCE_FAILED', { cause: error }) : error;
        },
      );
    }
    this.position = end;
    this.kept += (await stat(part)).size;
    await rm(part);
  }

  private async keyOf({ url }: SegmentKey, origin: Remote): Promise<Buffer> {
    const known = this.keys.get(url);
    if (known !== undefined) {
      return known;
    }
    const remote = { url, headers: headersFor(url, origin) };
    const { bytes } = await fetchSmall(remote, this.context, MOST_KEY_BYTES);
    if (bytes.length !== 16) {
      throw new DomainError('SOURCE_FAILED', { cause: `a key of ${bytes.length} bytes` });
    }
    this.keys.set(url, bytes);
    return bytes;
  }

  private count(bytes: number): void {
    this.arrived += bytes;
    this.context.onBytes(bytes);
  }

  /** Segments are about alike: those that came tell about those that did not. */
  private estimate(count: number): void {
    if (this.done >= Math.max(TELLING.segments, count * TELLING.share)) {
      this.context.onEstimate(Math.round((this.arrived / this.done) * count));
    }
  }

  /** What was fetched and is not in the file will be fetched again. */
  private async dropWaiting(indexes: Iterable<number>): Promise<void> {
    await Promise.all([...indexes].map((index) => rm(this.partPath(index), { force: true })));
    this.count(this.kept - this.arrived);
  }

  private async startOver(file: FileHandle): Promise<void> {
    await file.truncate(0);
    this.appended = 0;
    this.position = 0;
    this.kept = 0;
    this.keys.clear();
    this.count(-this.arrived);
  }

  private partPath(index: number): string {
    return `${this.path}.${index}`;
  }
}

function isWrongKey(error: unknown): boolean {
  return /^ERR_(OSSL|CRYPTO)/.test(String((error as NodeJS.ErrnoException).code));
}
