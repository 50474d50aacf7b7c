import { firstIndex } from '../../../infra/first-index.js';
import { type Box, boxesOf } from './mp4-box.js';
import { readFragment, type Run, type TrackFragment } from './mp4-fragment.js';
import { type Mp4Init, readInit } from './mp4-init.js';
import { checkRun } from './mp4-samples.js';
import type { SegmentBytes } from '../segment-bytes.js';
import {
  MalformedSegment,
  segmentReport,
  type SegmentReport,
  type TrackSpan,
} from '../segment-report.js';

/**
 * Maximum sizes of tables in bytes, because tables are read into memory. Real segments have smaller
 * ones.
 */
const MOST_TABLE_BYTES = { moov: 64 * 1024 * 1024, moof: 16 * 1024 * 1024 };
/**
 * Maximum number of boxes. Real segments have fewer, and walking through more would take minutes.
 */
const MOST_BOXES = 100_000;
/**
 * Maximum overlap of a track's fragments in seconds. They overlap because durations are rounded.
 */
const MOST_BACKWARDS = 0.5;
const FIRST_BOXES = new Set([
  ...['ftyp', 'styp', 'moov', 'moof', 'sidx', 'ssix', 'emsg', 'prft', 'mdat', 'free', 'skip'],
  ...['uuid', 'wide', 'pdin'],
]);

/** Whether a segment starts with a box that MP4 may start with. */
export function isMp4(head: Buffer): boolean {
  return FIRST_BOXES.has(head.toString('latin1', 4, 8));
}

/**
 * Reads a segment of fragmented MP4 (CMAF): all its boxes, the samples that they refer to, and
 * their times.
 * @param known the initialization section that applies so far.
 * @returns the report, and the initialization section for later segments.
 * @throws MalformedSegment.
 */
export async function readMp4(
  bytes: SegmentBytes,
  known: Mp4Init | null,
): Promise<{ report: SegmentReport; init: Mp4Init | null }> {
  const reader = new Mp4Reader(bytes, known);
  // Read all boxes first, because a truncated one would swallow the segments after it.
  const boxes: Box[] = [];
  for await (const box of boxesOf(bytes, MOST_BOXES + 1)) {
    boxes.push(box);
  }
  if (boxes.length > MOST_BOXES) {
    throw new MalformedSegment('too many boxes');
  }
  let at = 0;
  for (const box of boxes) {
    await reader.take(box, at);
    at = box.end;
  }
  return { report: await reader.end(), init: reader.init };
}

interface Timeline {
  start: number;
  end: number;
  longest: number;
}

class Mp4Reader {
  private readonly tracks = new Map<number, Timeline>();
  private readonly sequences: number[] = [];
  private readonly untimed = new Map<number, number>();
  /** Samples of the last fragment, and the mdat boxes that may contain them. */
  private runs: readonly Run[] = [];
  private mdats: Box[] = [];
  /** Total size of all samples so far. */
  private sampleBytes = 0;
  private hasMedia = false;
  private hasHead = false;

  constructor(
    private readonly bytes: SegmentBytes,
    public init: Mp4Init | null,
  ) {}

  /** @param at position of the box, whose header may have either of two sizes. */
  async take(box: Box, at: number): Promise<void> {
    switch (box.type) {
      case 'moov': {
        const buffer = await this.contents(box, MOST_TABLE_BYTES.moov);
        this.hasHead = true;
        this.init = readInit(buffer, { type: box.type, start: 0, end: buffer.length });
        return;
      }
      case 'moof':
        await this.checkRuns();
        await this.takeFragment(box, at);
        return;
      case 'mdat':
        this.mdats.push(box);
        this.hasMedia ||= box.end > box.start;
        return;
      default:
        return;
    }
  }

  async end(): Promise<SegmentReport> {
    await this.checkRuns();
    if (this.init === null) {
      throw new MalformedSegment('no initialization section');
    }
    const isWholeFile = this.hasMedia && !this.init.isFragmented && this.sequences.length === 0;
    if (this.hasMedia && !isWholeFile && this.tracks.size === 0 && this.untimed.size === 0) {
      throw new MalformedSegment('media without a table of samples');
    }
    const [first = 0, last = 0] = [this.sequences[0], this.sequences.at(-1)];
    const untimed = Math.max(0, ...this.untimed.values());
    return segmentReport({
      container: 'mp4',
      isInit: this.hasHead && !this.hasMedia && this.sequences.length === 0,
      tracks: this.spans(this.init),
      untimedSeconds: untimed === 0 ? null : untimed,
      pieces: this.sequences.length,
      // If all fragments of a segment have the same number, the numbers prove nothing about
      // completeness.
      counters: new Map(first === last ? [] : [[0, { first, last, modulus: 2 ** 32 }]]),
    });
  }

  private spans({ tracks }: Mp4Init): TrackSpan[] {
    return [...this.tracks].flatMap(([id, { start, end, longest }]) => {
      const type = tracks.get(id)?.type ?? 'other';
      return type === 'other' ? [] : [{ id, type, start, end, longestStep: longest }];
    });
  }

  private async takeFragment(box: Box, at: number): Promise<void> {
    if (this.init === null) {
      throw new MalformedSegment('a fragment without an initialization section');
    }
    const contents = await this.contents(box, MOST_TABLE_BYTES.moof);
    const fragment = readFragment(contents, at, this.init);
    this.sequences.push(fragment.sequence ?? 0);
    this.runs = fragment.tracks.flatMap(({ runs }) => runs);
    this.mdats = [];
    fragment.tracks.forEach((track) => this.note(track));
  }

  private note({ track, startTicks, durationTicks, longestTicks, runs }: TrackFragment): void {
    if (runs.every(({ sizes }) => sizes.length === 0)) {
      return;
    }
    const { id, timescale, type } = track;
    const duration = durationTicks / timescale;
    if (startTicks === null) {
      this.untimed.set(id, (this.untimed.get(id) ?? 0) + duration);
      return;
    }
    const start = startTicks / timescale;
    const known = this.tracks.get(id);
    if (known !== undefined && type !== 'other' && start < known.end - MOST_BACKWARDS) {
      throw new MalformedSegment(`time goes back from ${known.end} to ${start} s`);
    }
    this.tracks.set(id, {
      start: Math.min(start, known?.start ?? start),
      end: start + duration,
      longest: Math.max(known?.longest ?? 0, longestTicks / timescale),
    });
  }

  /** Checks that a fragment's samples are in the mdat boxes after it, and match their codec. */
  private async checkRuns(): Promise<void> {
    for (const run of this.runs) {
      if (run.end === run.start) {
        continue;
      }
      const mdat = lastBefore(this.mdats, run.start);
      if (mdat === null || run.end > mdat.end) {
        throw new MalformedSegment(`samples up to ${run.end} are not in the media`);
      }
      // No muxer stores two samples in the same bytes, and reading them again and again would take
      // hours.
      this.sampleBytes += run.end - run.start;
      if (this.sampleBytes > this.bytes.size) {
        throw new MalformedSegment('more samples than bytes');
      }
      await checkRun(this.bytes, run);
    }
    this.runs = [];
  }

  private contents({ type, start, end }: Box, mostBytes: number): Promise<Buffer> {
    if (end - start > mostBytes) {
      throw new MalformedSegment(`${type} of ${end - start} bytes`);
    }
    return this.bytes.read(start, end - start);
  }
}

/**
 * The last box whose contents start at or before a position; null if there is none.
 * @param boxes in order.
 */
function lastBefore(boxes: readonly Box[], at: number): Box | null {
  return boxes[firstIndex(boxes, ({ start }) => start > at) - 1] ?? null;
}
