import { DomainError } from '../../../infra/errors/domain-error.js';
import { OutputLines } from '../../output/output-lines.js';
import { type Packet, toPacket } from '../../output/packet-line.js';
import type { ClipRange } from '../clip-range.js';

/** The packets of a stream around a clip, in file order, with times in ticks of the table's clock. */
export interface FrameTable {
  /** The length of one tick in seconds, as a fraction. */
  readonly over: number;
  readonly under: number;
  readonly packets: readonly Packet[];
  /** End of the stream's last packet, in seconds; null for an empty stream. */
  readonly end: number | null;
}

/** Six hours at 60 fps. Longer clips are refused in order to limit memory use. */
const MOST_PACKETS = 1_500_000;

/**
 * Parses the output of ffmpeg's `framecrc` muxer for one stream. Keeps what a clip needs: from the
 * second key frame before it to the second one after it.
 */
export class FrameTableReader {
  private over = 1;
  private under = 1;
  private packets: Packet[] = [];
  /** Indices in `packets` of key frames at or before the start. */
  private before: number[] = [];
  private keysAfter = 0;
  private end: number | null = null;
  private readonly lines = new OutputLines('table');
  private isFull = false;

  /**
   * @param from start of the clip, seconds on the file's clock.
   * @param to end of the clip.
   * @param most maximum number of packets held in memory.
   */
  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly most = MOST_PACKETS,
  ) {}

  push(chunk: Buffer): void {
    this.lines.push(chunk).forEach((line) => this.line(line));
  }

  /** @throws DomainError WISH_NOT_POSSIBLE if there are more packets than fit. */
  result(): FrameTable {
    this.line(this.lines.unfinished);
    if (this.isFull) {
      throw new DomainError('WISH_NOT_POSSIBLE', { cause: `more than ${this.most} packets` });
    }
    const { over, under, packets, end } = this;
    return { over, under, packets, end };
  }

  private line(line: string): void {
    const clock = /^#tb 0: (\d+)\/(\d+)/.exec(line);
    if (clock !== null) {
      [this.over, this.under] = [Number(clock[1]), Number(clock[2])];
    }
    const packet = toPacket(line);
    if (packet?.stream === 0) {
      this.keep(packet);
    }
  }

  private keep(packet: Packet): void {
    const { pts, ticks, isKey } = packet;
    const seconds = pts === null ? null : (pts * this.over) / this.under;
    if (seconds !== null) {
      const over = seconds + (ticks * this.over) / this.under;
      this.end = Math.max(this.end ?? over, over);
    }
    this.isFull ||= this.packets.length === this.most;
    if (this.keysAfter >= 2 || this.isFull) {
      return;
    }
    if (isKey && seconds !== null && seconds <= this.from) {
      this.before.push(this.packets.length);
      const [cut] = this.before.length > 2 ? this.before.splice(0, 1) : [];
      if (cut !== undefined) {
        const keepFrom = this.before[0] ?? 0;
        this.packets = this.packets.slice(keepFrom);
        this.before = this.before.map((place) => place - keepFrom);
      }
    } else if (isKey && seconds !== null && seconds > this.to) {
      this.keysAfter += 1;
    }
    this.packets.push(packet);
  }
}

/** The frames that a clip shows. */
export interface ShownFrames {
  /** Presentation times, ticks, ascending; at least one. */
  readonly pts: readonly number[];
  /** When the last frame ends, in ticks. */
  readonly end: number;
}

/**
 * The frames of a clip: from the one on screen at its start to the one on screen just before its
 * end. Times are compared in whole milliseconds, as in requests, so that a time that was rounded
 * down still finds its frame.
 * @param zero where the item begins on the file's clock, in seconds.
 * @returns null if no frame is shown, or a time is missing or duplicated.
 */
export function shownFrames(
  table: FrameTable,
  stretch: ClipRange,
  zero: number,
): ShownFrames | null {
  const shown = table.packets.filter(({ isHidden }) => !isHidden);
  const sorted = shown.flatMap(({ pts }) => pts ?? []).sort((a, b) => a - b);
  const isOdd = sorted.some((pts, index) => pts === sorted[index + 1]);
  if (sorted.length === 0 || sorted.length < shown.length || isOdd) {
    return null;
  }
  const msOf = (pts: number): number =>
    Math.round(((pts * table.over) / table.under - zero) * 1000);
  const first = Math.max(
    0,
    sorted.findLastIndex((pts) => msOf(pts) <= stretch.startMs),
  );
  const last = Math.max(
    first,
    sorted.findLastIndex((pts) => msOf(pts) < stretch.endMs),
  );
  const lastPts = sorted[last] ?? 0;
  const ticks = shown.find(({ pts }) => pts === lastPts)?.ticks ?? 0;
  const end = sorted[last + 1] ?? lastPts + Math.max(1, ticks);
  return { pts: sorted.slice(first, last + 1), end };
}
