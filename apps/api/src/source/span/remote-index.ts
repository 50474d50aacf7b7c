import { readFile, rm } from 'node:fs/promises';
import { fetchSegment } from '../fetch-segment.js';
import type { FetchContext } from '../over-lanes.js';
import type { SegmentBytes } from '../segment/segment-bytes.js';
import { Superseded } from '../source-error.js';
import type { Remote } from '../source-stream.js';
import { StreamHosts } from '../stream-hosts.js';
import { NoExcerpt } from './byte-plan.js';
import type { OneFile } from './one-file.js';

/** So much is asked for at first: the head of most files, the index of many, bytes. */
const HEAD_BYTES = 64 * 1024;
/** And so much at least from then on. */
const WINDOW_BYTES = 16 * 1024;
/** Indexes at the end are read in one go, where they are no larger than that. */
const TAIL = { share: 0.02, most: 1024 * 1024 };
/** The index may take this share of the file, and no more than fits into memory beside others. */
const BUDGET = { share: 0.1, least: 1024 * 1024, most: 48 * 1024 * 1024 };

/** Reads a remote file here and there, into memory, as its index leads. */
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
   * @param target a path that is free meanwhile, and what the file is fetched with
   * @param read what to do with it; the bytes that it is given stay as they are
   * @throws NoExcerpt, SourceGone, DomainError, the reason of the signal, or what `read` throws
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
      throw new NoExcerpt(`an index of more than ${this.asked} bytes`);
    }
    const at = `${path}.index`;
    try {
      const count = await fetchSegment(
        this.remote,
        { start, end: end - 1 },
        {
          path: at,
          // Nothing can be asked for before it is known where it lies.
          order: -1,
          share: this.hosts.of(this.remote.url),
          signal: this.hosts.signal,
          client: this.file,
          pace: context.pace,
          onBytes: context.onBytes,
        },
      );
      const bytes = await readFile(at);
      // They were on disk, and are not part of the file.
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
