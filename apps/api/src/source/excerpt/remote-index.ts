import { readFile, rm } from 'node:fs/promises';
import { fetchSegment } from '../segments/fetch-segment.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { MediaBytes } from '../media/media-job.js';
import { Superseded } from '../client/source-error.js';
import type { Remote } from '../client/source-stream.js';
import { StreamHosts } from '../lanes/stream-hosts.js';
import { type ByteRange, ExcerptUnavailable } from './byte-plan.js';
import type { OneFile } from './one-file.js';

/**
 * Size of the first request, in bytes. It covers the header of most files, and the index of many.
 */
const HEAD_BYTES = 64 * 1024;
/**
 * Size of later requests in bytes. The size doubles as long as a read continues where the last
 * request ended. It starts at `leastNeeded` when it is known which part of the file is needed.
 */
const WINDOW_BYTES = { least: 16 * 1024, leastNeeded: 1024 * 1024, most: 4 * 1024 * 1024 };
/**
 * Maximum size of an index at the end of a file that is read in one request: as a share of the
 * file, and in bytes.
 */
const TAIL = { share: 0.02, most: 1024 * 1024 };
/**
 * Maximum number of bytes to read: a share of the file, within limits in bytes. They must fit into
 * memory along with the bytes of other tasks.
 */
const BUDGET = { share: 0.1, least: 1024 * 1024, most: 48 * 1024 * 1024 };
/** If more than this share of a file is needed, the whole file is fetched. */
export const MOST_SHARE = 0.8;
/**
 * Maximum number of requests. If a file's media is spread over more places, the whole file is
 * fetched.
 */
const MOST_REQUESTS = 256;
/** Number of bytes that are kept for later reads. One read may be larger. */
const HELD_BYTES = 16 * 1024 * 1024;

/** Bytes of the file, from the position `at`. */
interface Chunk {
  readonly at: number;
  readonly bytes: Buffer;
}

/** Reads parts of a remote file into memory, following its index. */
export class RemoteIndex implements MediaBytes {
  private readonly hosts: StreamHosts;
  private chunks: Chunk[] = [];
  /**
   * The positions where requests ended, each with the size of the next request if it continues
   * there.
   */
  private readonly windows = new Map<number, number>();
  private asked = 0;
  private requests = 0;
  /** The end of what is needed; null while the index is being read. */
  private mediaEnd: number | null = null;
  /** True when it is known which part of the media is needed. */
  private isNeedKnown = false;
  /** Number of bytes of media that were reported. */
  private counted = 0;
  /** The requests that are running. Some may still run when nobody needs them anymore. */
  private readonly running = new Set<Promise<unknown>>();
  /** A request for what will be read next. `done` doesn't reject. */
  private ahead: (ByteRange & { readonly done: Promise<void> }) | null = null;

  private constructor(
    private readonly remote: Remote,
    private readonly file: OneFile,
    private readonly target: { readonly path: string; readonly context: FetchContext },
  ) {
    this.hosts = new StreamHosts(target.context);
  }

  /**
   * Gives `read` access to the index of a file. The reported bytes are subtracted at the end.
   * @param target an unused path, and the context of the download.
   * @param read uses the index; the bytes that it gets stay valid.
   * @throws ExcerptUnavailable, SourceGone or DomainError; the signal's reason; whatever `read`
   *   throws.
   */
  static async with<T>(
    remote: Remote,
    file: OneFile,
    target: { readonly path: string; readonly context: FetchContext },
    read: (index: RemoteIndex) => Promise<T>,
  ): Promise<T> {
    const { signal } = target.context;
    const index = new RemoteIndex(remote, file, target);
    const abort = (): void => index.hosts.end(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      await index.fetch(0, HEAD_BYTES);
      return await read(index);
    } finally {
      signal.removeEventListener('abort', abort);
      index.hosts.end(new Superseded());
      await Promise.allSettled(index.running);
      target.context.onBytes(-index.counted);
    }
  }

  get size(): number {
    return this.file.size;
  }

  /** Allows reading more than an index: the whole file, until it is known which part is needed. */
  beginMedia(): void {
    this.mediaEnd = this.size;
  }

  needs({ start, end }: ByteRange): void {
    this.mediaEnd = end;
    this.isNeedKnown = true;
    // Negative if the index reads have already covered the media.
    this.target.context.onEstimate(Math.max(0, end - start));
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    const parts: Buffer[] = [];
    for (let from = at; from < end;) {
      const chunk = await this.chunkAt(from, end);
      const part = chunk.bytes.subarray(from - chunk.at, end - chunk.at);
      parts.push(part);
      from += part.length;
    }
    this.readAhead(end);
    const [only = Buffer.alloc(0)] = parts;
    return parts.length > 1 ? Buffer.concat(parts) : only;
  }

  /** The chunk with the byte at a position. If none is held, it is fetched for a read up to `end`. */
  private async chunkAt(from: number, end: number): Promise<Chunk> {
    if (this.ahead !== null && this.ahead.start <= from && from < this.ahead.end) {
      await this.ahead.done;
      this.hosts.signal.throwIfAborted();
    }
    return this.held(from) ?? (await this.fetch(from, this.untilFor(from, end)));
  }

  private held(position: number): Chunk | undefined {
    return this.chunks.findLast(({ at, bytes }) => at <= position && position < at + bytes.length);
  }

  /**
   * Requests what follows the chunk that was just read, so that the connection is not idle while
   * the packets are copied. If that fails, the read that needs it tries again.
   */
  private readAhead(end: number): void {
    const chunk = this.held(end - 1);
    const at = (chunk?.at ?? 0) + (chunk?.bytes.length ?? 0);
    const isNext = this.windows.has(at) && at < (this.mediaEnd ?? 0);
    if (this.isNeedKnown && this.ahead === null && isNext && this.held(at) === undefined) {
      const clear = (): void => {
        this.ahead = null;
      };
      const until = this.untilFor(at, at);
      this.ahead = { start: at, end: until, done: this.fetch(at, until).then(clear, clear) };
    }
  }

  /**
   * Decides where a request for the bytes from `from` to `end` should end: later if more will be
   * read, and earlier if the rest is held or under way.
   */
  private untilFor(from: number, end: number): number {
    const { least, leastNeeded, most } = WINDOW_BYTES;
    const window = Math.max(this.windows.get(from) ?? least, this.isNeedKnown ? leastNeeded : 0);
    const isTail = this.size - from <= Math.min(TAIL.most, this.size * TAIL.share);
    const ahead = isTail ? this.size : Math.min(from + window, this.mediaEnd ?? this.size);
    const later = [...this.chunks.map(({ at }) => at), this.ahead?.start ?? Infinity];
    const until = Math.min(
      ...[this.size, Math.max(end, ahead)],
      ...later.filter((at) => at > from),
    );
    this.windows.delete(from);
    this.windows.set(until, Math.min(most, window * 2));
    return until;
  }

  private checkBudget(): void {
    const { share, least, most } = BUDGET;
    if (this.mediaEnd === null && this.asked > Math.min(most, Math.max(least, this.size * share))) {
      throw new ExcerptUnavailable(`an index of more than ${this.asked} bytes`);
    }
    if (this.requests > MOST_REQUESTS) {
      throw new ExcerptUnavailable(`more than ${MOST_REQUESTS} requests`);
    }
    if (this.size > 0 && this.asked > this.size * MOST_SHARE) {
      throw new ExcerptUnavailable('nearly the whole file is needed');
    }
  }

  /** Fetches bytes and keeps them. */
  private async fetch(start: number, end: number): Promise<Chunk> {
    const fetched = this.fetched(start, end);
    this.running.add(fetched);
    try {
      const chunk = { at: start, bytes: await fetched };
      this.chunks.push(chunk);
      while (bytesOf(this.chunks) > HELD_BYTES && this.chunks.length > 2) {
        this.chunks.shift();
      }
      return chunk;
    } finally {
      this.running.delete(fetched);
    }
  }

  private async fetched(start: number, end: number): Promise<Buffer> {
    const { path, context } = this.target;
    this.asked += end - start;
    this.requests += 1;
    this.checkBudget();
    const at = `${path}.index-${this.requests}`;
    try {
      const count = await fetchSegment(
        this.remote,
        { start, end: end - 1 },
        {
          path: at,
          // This request is first in line, because all others depend on the index.
          order: -1,
          share: this.hosts.of(this.remote.url),
          signal: this.hosts.signal,
          client: this.file,
          pace: context.pace,
          onBytes: context.onBytes,
        },
      );
      const bytes = await readFile(at);
      if (this.mediaEnd === null) {
        // These bytes aren't part of the file, so they are subtracted from the count.
        context.onBytes(-count);
      } else {
        this.counted += count;
      }
      return bytes;
    } finally {
      await rm(at, { force: true });
    }
  }
}

function bytesOf(chunks: readonly { readonly bytes: Buffer }[]): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
