import { readFile, rm } from 'node:fs/promises';
import { fetchSegment } from '../segments/fetch-segment.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { SegmentBytes } from '../inspection/segment-bytes.js';
import { Superseded } from '../client/source-error.js';
import type { Remote } from '../client/source-stream.js';
import { StreamHosts } from '../lanes/stream-hosts.js';
import { ExcerptUnavailable } from './byte-plan.js';
import type { OneFile } from './one-file.js';

/**
 * Size of the first request, in bytes. It covers the header of most files, and the index of many.
 */
const HEAD_BYTES = 64 * 1024;
/** Minimum size of later requests, in bytes. */
const WINDOW_BYTES = 16 * 1024;
/**
 * Maximum size of an index at the end of a file that is read in one request: as a share of the
 * file, and in bytes.
 */
const TAIL = { share: 0.02, most: 1024 * 1024 };
/**
 * Maximum number of bytes to read: a share of the file, within limits in bytes. They must fit into
 * memory beside those of other tasks.
 */
const BUDGET = { share: 0.1, least: 1024 * 1024, most: 48 * 1024 * 1024 };

/** Reads parts of a remote file into memory, following its index. */
export class RemoteIndex implements SegmentBytes {
  private readonly hosts: StreamHosts;
  private chunks: { readonly at: number; readonly bytes: Buffer }[] = [];
  private asked = 0;

  private constructor(
    private readonly remote: Remote,
    private readonly file: OneFile,
    private readonly target: { readonly path: string; readonly context: FetchContext },
  ) {
    this.hosts = new StreamHosts(target.context);
  }

  /**
   * Gives `read` access to the index of a file.
   * @param target an unused path, and the context of the download.
   * @param read uses the index; the bytes that it gets stay valid.
   * @throws ExcerptUnavailable, SourceGone or DomainError; the signal's reason; whatever `read`
   *   throws.
   */
  static async with<T>(
    remote: Remote,
    file: OneFile,
    target: { readonly path: string; readonly context: FetchContext },
    read: (index: SegmentBytes) => Promise<T>,
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
    }
  }

  get size(): number {
    return this.file.size;
  }

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (end <= at) {
      return Buffer.alloc(0);
    }
    const held = this.chunks.findLast((one) => one.at <= at && at < one.at + one.bytes.length);
    const own = held?.bytes.subarray(at - held.at) ?? Buffer.alloc(0);
    if (own.length >= end - at) {
      return own.subarray(0, end - at);
    }
    const from = at + own.length;
    const isTail = this.size - from <= Math.min(TAIL.most, this.size * TAIL.share);
    const until = isTail ? this.size : Math.min(this.size, Math.max(end, from + WINDOW_BYTES));
    const fetched = Buffer.concat([own, await this.fetch(from, until)]);
    this.chunks.push({ at, bytes: fetched });
    return fetched.subarray(0, end - at);
  }

  private async fetch(start: number, end: number): Promise<Buffer> {
    const { path, context } = this.target;
    this.asked += end - start;
    const { share, least, most } = BUDGET;
    if (this.asked > Math.min(most, Math.max(least, this.size * share))) {
      throw new ExcerptUnavailable(`an index of more than ${this.asked} bytes`);
    }
    const at = `${path}.index`;
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
      // These bytes aren't part of the file, so they are subtracted from the count.
      context.onBytes(-count);
      if (start === 0) {
        this.chunks = [{ at: 0, bytes }];
      }
      return bytes;
    } finally {
      await rm(at, { force: true });
    }
  }
}
