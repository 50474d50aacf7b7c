import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../infra/http/domain-error.js';
import type { FetchContext } from './over-lanes.js';
import { fetchSegment } from './fetch-segment.js';
import type { HostShare } from './host-share.js';
import { SourceGone, Superseded } from './source-error.js';
import { remoteAt, type Remote, type Segment, type SegmentKey } from './source-stream.js';
import { writeGathered } from './write-gathered.js';

/**
 * How far segments may run ahead of the next one to append. They wait on disk, without a lane:
 * enough to keep 16 lanes busy behind a slow segment, little enough to fit on any disk.
 */
const MAX_AHEAD = { segments: 48, bytes: 128 * 1024 * 1024 };
/** A key has 16 bytes; anything longer is not a key. */
const MAX_KEY_BYTES = 64;
/** Segments (and share of all) before the total is estimated: the first are often small. */
const TELLING = { segments: 4, share: 0.05 };

/** All segments of one stream, as one reading of its page or playlist named them. */
export interface SegmentedStream {
  readonly segments: readonly Segment[];
  /** The stream's own address and headers. */
  readonly origin: Remote;
  /** Which variant of a master playlist it is; '' when there was no choice. */
  readonly variant: string;
}

/**
 * Fetches a segmented stream into one file. Segments that have come stay: after `SourceGone` it goes
 * on with the missing ones from a new playlist of the same stream.
 */
export class SegmentsDownload {
  private file: FileHandle | null = null;
  private stream: SegmentedStream | null = null;
  /** Segments that are in the file, and its length. */
  private appended = 0;
  private position = 0;
  /** Sizes of the segments that are whole and wait for their turn. */
  private readonly ready = new Map<number, number>();
  /** Bytes that have arrived, over all segments, and those of segments that are whole. */
  private arrived = 0;
  private whole = 0;
  private readonly keys = new Map<string, Buffer>();

  constructor(
    private readonly path: string,
    private readonly context: FetchContext,
  ) {}

  /** @throws SourceGone when a segment is unavailable (by now); DomainError for the rest. */
  async run(stream: SegmentedStream): Promise<void> {
    this.file ??= await open(this.path, 'w');
    if (this.stream !== null && !isSameStream(this.stream, stream)) {
      // Segments of two streams in one file would be neither.
      await this.startOver(this.file);
    }
    this.stream = stream;
    const hosts = new Hosts(this.context);
    const running = new Map<number, Promise<void>>();
    const abort = (): void => hosts.end(this.context.signal.reason);
    this.context.signal.addEventListener('abort', abort);
    try {
      this.context.signal.throwIfAborted();
      for (let next = this.appended; this.appended < stream.segments.length; this.appended += 1) {
        for (; next < stream.segments.length && this.hasRoomFor(next); next += 1) {
          running.set(next, this.begin(stream, next, hosts));
        }
        await running.get(this.appended);
        running.delete(this.appended);
        await this.append(this.appended, stream);
      }
    } finally {
      this.context.signal.removeEventListener('abort', abort);
      hosts.end(new Superseded());
      await Promise.allSettled(running.values());
    }
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
    await Promise.all(
      [...this.ready.keys()].map((index) => rm(this.partPath(index), { force: true })),
    );
    this.ready.clear();
  }

  private hasRoomFor(index: number): boolean {
    const bytes = [...this.ready.values()].reduce((sum, size) => sum + size, 0);
    return (
      index === this.appended ||
      (index < this.appended + MAX_AHEAD.segments && bytes < MAX_AHEAD.bytes)
    );
  }

  /** Starts to fetch a segment. A failure surfaces when its turn comes; what arrives until then is kept. */
  private begin(stream: SegmentedStream, index: number, hosts: Hosts): Promise<void> {
    const fetching = this.ready.has(index) ? Promise.resolve() : this.fetch(stream, index, hosts);
    fetching.catch((error: unknown) =>
      error instanceof SourceGone ? hosts.close(error) : hosts.end(error),
    );
    return fetching;
  }

  private async fetch(
    { segments, origin }: SegmentedStream,
    index: number,
    hosts: Hosts,
  ): Promise<void> {
    const segment = segments[index];
    if (segment === undefined) {
      throw new DomainError('SOURCE_INCOMPLETE');
    }
    const path = this.partPath(index);
    const bytes = await fetchSegment(remoteAt(segment.url, origin), segment.range, {
      path,
      order: index,
      share: hosts.of(segment.url),
      signal: hosts.signal,
      client: this.context.client,
      pace: this.context.pace,
      onBytes: (count) => this.count(count),
    }).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    this.ready.set(index, bytes);
    this.whole += bytes;
    this.estimate(segments.length);
  }

  private async append(index: number, { segments, origin }: SegmentedStream): Promise<void> {
    const { file } = this;
    const [part, key] = [this.partPath(index), segments[index]?.key ?? null];
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
    await rm(part);
    this.ready.delete(index);
  }

  private async keyOf({ url }: SegmentKey, origin: Remote): Promise<Buffer> {
    const known = this.keys.get(url);
    if (known !== undefined) {
      return known;
    }
    const { client, pace, signal } = this.context;
    const { bytes } = await client.readPatiently(remoteAt(url, origin), {
      maxBytes: MAX_KEY_BYTES,
      pace,
      signal,
    });
    if (bytes.length !== 16) {
      throw new DomainError('SOURCE_FAILED', { cause: `a key of ${bytes.length} bytes` });
    }
    this.keys.set(url, bytes);
    return bytes;
  }

  private count(bytes: number): void {
    this.arrived += bytes;
    if (bytes !== 0) {
      this.context.onBytes(bytes);
    }
  }

  /** Extrapolates from the segments that are whole. */
  private estimate(count: number): void {
    const done = this.appended + this.ready.size;
    if (done >= Math.max(TELLING.segments, count * TELLING.share)) {
      this.context.onEstimate(Math.round((this.whole / done) * count));
    }
  }

  private async startOver(file: FileHandle): Promise<void> {
    await Promise.all(
      [...this.ready.keys()].map((index) => rm(this.partPath(index), { force: true })),
    );
    this.ready.clear();
    await file.truncate(0);
    this.appended = 0;
    this.position = 0;
    this.whole = 0;
    this.keys.clear();
    this.count(-this.arrived);
  }

  private partPath(index: number): string {
    return `${this.path}.${index}`;
  }
}

/** A stream's shares of its hosts: mostly one, but segments may lie anywhere. */
class Hosts {
  private readonly shares = new Map<string, HostShare>();
  private readonly ended = new AbortController();
  private closed: { readonly reason: unknown } | null = null;

  constructor(private readonly context: FetchContext) {}

  /** Aborted when nothing more is wanted. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  of(url: string): HostShare {
    const { host } = new URL(url);
    const { budget, owner, rules } = this.context;
    const share = this.shares.get(host) ?? budget.join(url, { owner, rules });
    this.shares.set(host, share);
    if (this.closed !== null) {
      share.close(this.closed.reason);
    }
    return share;
  }

  /** Starts nothing more; what is being fetched may finish. */
  close(reason: unknown): void {
    this.closed ??= { reason };
    this.shares.forEach((share) => share.close(reason));
  }

  /** Ends everything. */
  end(reason: unknown): void {
    this.close(reason);
    this.ended.abort(reason);
    this.shares.forEach((share) => share.leave(reason));
  }
}

/**
 * True when two readings name the same pieces of the same stream: addresses change with their
 * tokens, the names of files and the byte ranges do not.
 */
function isSameStream(one: SegmentedStream, other: SegmentedStream): boolean {
  return (
    one.variant === other.variant &&
    one.segments.length === other.segments.length &&
    one.segments.every((segment, at) => shape(segment) === shape(other.segments[at]))
  );
}

function shape(segment: Segment | undefined): string {
  const name = segment === undefined ? '' : new URL(segment.url).pathname.split('/').at(-1);
  return JSON.stringify([name, segment?.range, segment?.key?.iv.toString('hex')]);
}

function isWrongKey(error: unknown): boolean {
  return /^ERR_(OSSL|CRYPTO)/.test(String((error as NodeJS.ErrnoException).code));
}
