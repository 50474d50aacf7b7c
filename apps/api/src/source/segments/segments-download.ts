import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import { SegmentCheck, type SegmentGate } from '../inspection/segment-check.js';
import { type ArrivingSegments, segmentAt } from '../inspection/segment-inspections.js';
import { SegmentKeys } from './segment-keys.js';
import { SegmentParts } from './segment-parts.js';
import { type KeptPiece, sizeOf } from './kept-segments.js';
import { SegmentedFile } from './segmented-file.js';
import { type SegmentedStream, streamShape } from './segmented-stream.js';
import { proofIndex, replay } from './segments-replay.js';
import type { Span } from '../client/source-damaged.js';
import { SourceGone, Superseded } from '../client/source-error.js';
import { StreamHosts } from '../lanes/stream-hosts.js';

/**
 * How far segments may run ahead of the next one to append. They wait on disk without holding a
 * lane. The limits are high enough to keep 16 lanes busy behind a slow segment, but low enough for
 * any disk.
 */
const MAX_AHEAD = { segments: 48, bytes: 128 * 1024 * 1024 };
/**
 * How many segments, however large, are needed to judge the one before them. The next segment may
 * be an init segment.
 */
const LOOK_AHEAD = 2;

interface Start {
  readonly arriving: ArrivingSegments;
  readonly begin: (index: number) => void;
}

/**
 * Fetches a segmented stream into one file. Each segment is checked before it is appended. Fetched
 * segments are kept. After `SourceGone`, only the missing ones are fetched, from a new playlist of
 * the same stream. A note on disk lists the appended segments, so that a run after a crash
 * continues after them.
 */
export class SegmentsDownload {
  private readonly file: SegmentedFile;
  /** Identifies the stream in the file, see `streamShape`. */
  private shape = '';
  /** Number of segments that have been processed, which means appended or left out. */
  private appended = 0;
  private readonly parts: SegmentParts;
  private readonly keys: SegmentKeys;

  /** @param gate decides which segments are good. */
  constructor(
    path: string,
    private readonly context: FetchContext,
    private readonly gate: SegmentGate = new SegmentCheck(context),
  ) {
    this.file = new SegmentedFile(path);
    this.parts = new SegmentParts(path, context);
    this.keys = new SegmentKeys(context);
  }

  /** Damaged spans; empty unless damage is accepted. */
  get damage(): readonly Span[] {
    return this.gate.damage;
  }

  /** Duration in seconds according to the segments' timestamps; null if they don't give it. */
  get durationSeconds(): number | null {
    return this.gate.durationSeconds;
  }

  /**
   * @throws SourceGone if a segment is not (or no longer) available; SourceDamaged if a segment
   *   arrives damaged twice; otherwise DomainError.
   */
  async run(stream: SegmentedStream): Promise<void> {
    const hosts = new StreamHosts(this.context);
    const running = new Map<number, Promise<void>>();
    const abort = (): void => hosts.end(this.context.signal.reason);
    this.context.signal.addEventListener('abort', abort);
    const arriving = this.arriving(stream, hosts, running);
    const begin = (index: number): void =>
      void running.set(index, this.begin(stream, index, hosts));
    try {
      this.context.signal.throwIfAborted();
      await this.prepare(stream, { arriving, begin });
      for (let next = this.appended; this.appended < stream.segments.length; this.appended += 1) {
        for (; next < stream.segments.length && this.hasRoomFor(next); next += 1) {
          begin(next);
        }
        if (await this.gate.approve(this.appended, arriving)) {
          await this.append(this.appended, arriving);
        }
        running.delete(this.appended);
        await this.parts.drop(this.appended);
      }
    } finally {
      this.context.signal.removeEventListener('abort', abort);
      hosts.end(new Superseded());
      await Promise.allSettled(running.values());
      await this.file.note();
    }
  }

  async close(): Promise<void> {
    await this.file.close();
    await this.parts.clear();
  }

  /** Makes sure that the file contains only segments of this stream. */
  private async prepare(stream: SegmentedStream, start: Start): Promise<void> {
    const shape = streamShape(stream);
    if (this.file.isOpen && this.shape === shape) {
      return;
    }
    const kept = this.file.isOpen ? [] : await this.file.kept(shape);
    if (!(await this.resumeFrom(kept, stream, start))) {
      // A file must not mix segments of two streams.
      await this.startOver(shape);
    }
    this.shape = shape;
  }

  /**
   * Continues after the segments that an earlier run appended.
   * @returns false if they are unusable.
   */
  private async resumeFrom(
    kept: readonly KeptPiece[],
    stream: SegmentedStream,
    { arriving, begin }: Start,
  ): Promise<boolean> {
    const { segments } = stream;
    const proof = proofIndex(kept, segments);
    if (proof === 0) {
      return false;
    }
    begin(proof);
    const pieces = kept.slice(0, proof + 1);
    const { path } = this.file;
    const again = await arriving.arrived(proof);
    const { signal } = this.context;
    if (!(await replay({ list: segments, path, pieces, proof: again, signal }, this.gate))) {
      return false;
    }
    const whole = pieces.slice(0, proof);
    await this.file.resume(streamShape(stream), whole);
    this.context.onPrefix(this.file.bytes);
    this.parts.keep({ count: proof, bytes: sizeOf(whole).arrived }, segments.length);
    this.appended = proof;
    return true;
  }

  private hasRoomFor(index: number): boolean {
    return (
      index <= this.appended + LOOK_AHEAD ||
      (index < this.appended + MAX_AHEAD.segments && this.parts.waitingBytes < MAX_AHEAD.bytes)
    );
  }

  private arriving(
    stream: SegmentedStream,
    hosts: StreamHosts,
    running: Map<number, Promise<void>>,
  ): ArrivingSegments {
    return {
      list: stream.segments,
      arrived: async (index) => {
        await running.get(index);
        const cipher = await this.keys.of(segmentAt(stream.segments, index), stream.origin);
        return { path: this.parts.pathOf(index), cipher, within: null };
      },
      again: (index) =>
        this.parts.fetch(stream, segmentAt(stream.segments, index), {
          index,
          hosts,
          isAgain: true,
        }),
    };
  }

  /**
   * Starts fetching a segment. A failure is reported only when the segment's turn comes; segments
   * that arrived before it are kept.
   */
  private begin(stream: SegmentedStream, index: number, hosts: StreamHosts): Promise<void> {
    const fetching = this.parts.has(index)
      ? Promise.resolve()
      : this.parts.fetch(stream, segmentAt(stream.segments, index), { index, hosts });
    fetching.catch((error: unknown) =>
      error instanceof SourceGone ? hosts.close(error) : hosts.end(error),
    );
    return fetching;
  }

  private async append(index: number, segments: ArrivingSegments): Promise<void> {
    const { path, cipher } = await segments.arrived(index);
    let bytes = 0;
    const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      bytes = await this.file.append(chunks);
    };
    const { signal } = this.context;
    if (cipher === null) {
      await pipeline(createReadStream(path), write, { signal });
    } else {
      const decipher = createDecipheriv('aes-128-cbc', cipher.key, cipher.iv);
      await pipeline(createReadStream(path), decipher, write, { signal }).catch(
        (error: unknown) => {
          throw isWrongKey(error) ? new DomainError('SOURCE_FAILED', { cause: error }) : error;
        },
      );
    }
    this.context.onPrefix(this.file.bytes);
    if (this.damage.length === 0) {
      // A later run must judge damaged segments, and all segments after them, by itself.
      this.file.keep({ arrived: this.parts.sizeOf(index), bytes });
    }
  }

  private async startOver(shape: string): Promise<void> {
    await this.file.begin(shape);
    this.context.onPrefix(0);
    await this.parts.startOver();
    this.appended = 0;
    this.keys.forget();
    this.gate.reset();
  }
}

function isWrongKey(error: unknown): boolean {
  return /^ERR_(OSSL|CRYPTO)/.test(String((error as NodeJS.ErrnoException).code));
}
