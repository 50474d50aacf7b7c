import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '../infra/http/domain-error.js';
import type { FetchContext } from './over-lanes.js';
import { type ArrivingSegments, SegmentCheck, type SegmentGate } from './segment/segment-gate.js';
import { SegmentKeys } from './segment-keys.js';
import { SegmentParts } from './segment-parts.js';
import { isSameStream, type SegmentedStream } from './segmented-stream.js';
import type { Span } from './source-damaged.js';
import { SourceGone, Superseded } from './source-error.js';
import type { Segment } from './source-stream.js';
import { StreamHosts } from './stream-hosts.js';
import { writeGathered } from './write-gathered.js';

/**
 * How far segments may run ahead of the next one to append. They wait on disk, without a lane:
 * enough to keep 16 lanes busy behind a slow segment, little enough to fit on any disk.
 */
const MAX_AHEAD = { segments: 48, bytes: 128 * 1024 * 1024 };
/** So many are needed to decide on one, however large they are: a head may stand before the next. */
const LOOK_AHEAD = 2;

/**
 * Fetches a segmented stream into one file; each segment is looked into before it is appended.
 * Segments that have come stay: after `SourceGone` it goes on with the missing ones from a new
 * playlist of the same stream.
 */
export class SegmentsDownload {
  private file: FileHandle | null = null;
  private stream: SegmentedStream | null = null;
  /** Segments that are in the file, and its length. */
  private appended = 0;
  private position = 0;
  private readonly parts: SegmentParts;
  private readonly keys: SegmentKeys;

  /** @param gate decides which segments are good */
  constructor(
    private readonly path: string,
    private readonly context: FetchContext,
    private readonly gate: SegmentGate = new SegmentCheck(context),
  ) {
    this.parts = new SegmentParts(path, context);
    this.keys = new SegmentKeys(context);
  }

  /** Where the file is damaged; only where that is accepted. */
  get damage(): readonly Span[] {
    return this.gate.damage;
  }

  /** How long it plays by its own timestamps; null where they do not tell. */
  get durationSeconds(): number | null {
    return this.gate.durationSeconds;
  }

  /**
   * @throws SourceGone when a segment is unavailable (by now); SourceDamaged for one that comes
   *   damaged twice; DomainError for the rest.
   */
  async run(stream: SegmentedStream): Promise<void> {
    this.file ??= await open(this.path, 'w');
    if (this.stream !== null && !isSameStream(this.stream, stream)) {
      // Segments of two streams in one file would be neither.
      await this.startOver(this.file);
    }
    this.stream = stream;
    const hosts = new StreamHosts(this.context);
    const running = new Map<number, Promise<void>>();
    const abort = (): void => hosts.end(this.context.signal.reason);
    this.context.signal.addEventListener('abort', abort);
    const arriving = this.arriving(stream, hosts, running);
    try {
      this.context.signal.throwIfAborted();
      for (let next = this.appended; this.appended < stream.segments.length; this.appended += 1) {
        for (; next < stream.segments.length && this.hasRoomFor(next); next += 1) {
          running.set(next, this.begin(stream, next, hosts));
        }
        if (await this.gate.approve(this.appended, arriving)) {
          await this.append(this.appended, stream);
        }
        running.delete(this.appended);
        await this.parts.drop(this.appended);
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
    await this.parts.clear();
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
        const cipher = await this.keys.of(segmentAt(stream, index), stream.origin);
        return { path: this.parts.pathOf(index), cipher };
      },
      again: (index) =>
        this.parts.fetch(stream, segmentAt(stream, index), { index, hosts, isAgain: true }),
    };
  }

  /** Starts to fetch a segment. A failure surfaces when its turn comes; what arrives until then is kept. */
  private begin(stream: SegmentedStream, index: number, hosts: StreamHosts): Promise<void> {
    const fetching = this.parts.has(index)
      ? Promise.resolve()
      : this.parts.fetch(stream, segmentAt(stream, index), { index, hosts });
    fetching.catch((error: unknown) =>
      error instanceof SourceGone ? hosts.close(error) : hosts.end(error),
    );
    return fetching;
  }

  private async append(index: number, stream: SegmentedStream): Promise<void> {
    const { file } = this;
    const part = this.parts.pathOf(index);
    const cipher = await this.keys.of(segmentAt(stream, index), stream.origin);
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
    if (cipher === null) {
      await pipeline(createReadStream(part), write, { signal });
    } else {
      const decipher = createDecipheriv('aes-128-cbc', cipher.key, cipher.iv);
      await pipeline(createReadStream(part), decipher, write, { signal }).catch(
        (error: unknown) => {
          throw isWrongKey(error) ? new DomainError('SOURCE_FAILED', { cause: error }) : error;
        },
      );
    }
    this.position = end;
  }

  private async startOver(file: FileHandle): Promise<void> {
    await this.parts.startOver();
    await file.truncate(0);
    this.appended = 0;
    this.position = 0;
    this.keys.forget();
    this.gate.reset();
  }
}

function segmentAt({ segments }: SegmentedStream, index: number): Segment {
  const segment = segments[index];
  if (segment === undefined) {
    throw new DomainError('SOURCE_INCOMPLETE');
  }
  return segment;
}

function isWrongKey(error: unknown): boolean {
  return /^ERR_(OSSL|CRYPTO)/.test(String((error as NodeJS.ErrnoException).code));
}
