import { rm } from 'node:fs/promises';
import { fetchSegment } from './fetch-segment.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { SegmentedStream } from './segmented-stream.js';
import { remoteAt, type Remote, type Segment } from '../client/source-stream.js';
import type { StreamHosts } from '../lanes/stream-hosts.js';

/**
 * How many segments, and which share of all segments, must be complete before the total size is
 * estimated. The first ones are often small.
 */
const TELLING = { segments: 4, share: 0.05 };

interface PartFetch {
  readonly index: number;
  readonly hosts: StreamHosts;
  /** True if the segment was damaged, so that it must be fetched past caches. */
  readonly isAgain?: boolean;
}

/** Fetched segments that wait on disk for their turn, each in a separate file. */
export class SegmentParts {
  /** Sizes of the complete segments, as received. */
  private readonly ready = new Map<number, number>();
  /** Number of segments in the file. */
  private taken = 0;
  /** Total size of these segments and the waiting ones, as received. */
  private whole = 0;
  /** Number of bytes received, over all segments. */
  private arrived = 0;

  constructor(
    private readonly path: string,
    private readonly context: FetchContext,
  ) {}

  get waitingBytes(): number {
    return [...this.ready.values()].reduce((sum, size) => sum + size, 0);
  }

  has(index: number): boolean {
    return this.ready.has(index);
  }

  /** Size of a waiting segment, as received. */
  sizeOf(index: number): number {
    return this.ready.get(index) ?? 0;
  }

  pathOf(index: number): string {
    return `${this.path}.${index}`;
  }

  /**
   * Fetches a segment to disk.
   * @throws whatever `fetchSegment` throws. The segment is then removed from the disk and from the
   * counts.
   */
  async fetch(
    { segments, origin }: SegmentedStream,
    segment: Segment,
    { index, hosts, isAgain = false }: PartFetch,
  ): Promise<void> {
    const path = this.pathOf(index);
    await this.forget(index);
    const remote = remoteAt(segment.url, origin);
    const bytes = await fetchSegment(isAgain ? pastCaches(remote) : remote, segment.range, {
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

  /**
   * Counts segments that an earlier run has appended.
   * @param kept their number, and their size as received.
   * @param count number of segments in the stream.
   */
  keep(kept: { readonly count: number; readonly bytes: number }, count: number): void {
    this.taken += kept.count;
    this.whole += kept.bytes;
    this.arrived += kept.bytes;
    this.context.onKept(kept.bytes);
    this.estimate(count);
  }

  /** Removes a segment that has been appended to the file, or left out. */
  async drop(index: number): Promise<void> {
    await rm(this.pathOf(index));
    this.ready.delete(index);
    this.taken += 1;
  }

  async clear(): Promise<void> {
    await Promise.all(
      [...this.ready.keys()].map((index) => rm(this.pathOf(index), { force: true })),
    );
    this.ready.clear();
  }

  /** Subtracts everything received so far from the count, because it is no longer useful. */
  async startOver(): Promise<void> {
    await this.clear();
    this.taken = 0;
    this.whole = 0;
    this.count(-this.arrived);
  }

  private async forget(index: number): Promise<void> {
    const bytes = this.ready.get(index);
    if (bytes !== undefined) {
      await rm(this.pathOf(index), { force: true });
      this.ready.delete(index);
      this.whole -= bytes;
      this.count(-bytes);
    }
  }

  private count(bytes: number): void {
    this.arrived += bytes;
    if (bytes !== 0) {
      this.context.onBytes(bytes);
    }
  }

  private estimate(count: number): void {
    const done = this.taken + this.ready.size;
    if (done >= Math.max(TELLING.segments, count * TELLING.share)) {
      this.context.onEstimate(Math.round((this.whole / done) * count));
    }
  }
}

/**
 * The same request, sent past intermediate caches, which may have only half of the file (RFC 9111
 * §5.2.1.4).
 */
function pastCaches({ url, headers }: Remote): Remote {
  return { url, headers: { ...headers, 'cache-control': 'no-cache', pragma: 'no-cache' } };
}
