import {
  children,
  type Element,
  type ElementBudget,
  elementBudget,
  elementIn,
  sizeIn,
  unsigned,
} from './ebml.js';
import { buffered, type SegmentBytes } from '../segment-bytes.js';
import { MalformedSegment, segmentReport, type SegmentReport } from '../segment-report.js';

/** Ids of EBML and Matroska elements (RFC 8794, RFC 9559). */
const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  defaultDuration: 0x23e383,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const;
/** Elements that are allowed in a segment, and those that may come before it. */
const TOP_LEVEL = new Set<number>([
  ...[ID.ebml, ID.segment, ID.info, ID.tracks, ID.cluster],
  // SeekHead, Cues, Tags, Chapters, Attachments, Void, CRC-32.
  ...[0x114d9b74, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469, 0xec, 0xbf],
]);
/** Number of bytes to read for an element's header. */
const HEAD_BYTES = 12;
const MOST_TABLE_BYTES = 16 * 1024 * 1024;
const DEFAULT_SCALE_NS = 1_000_000;
/** Maximum number of elements in a segment; this would be hours of audio. */
const MOST_ELEMENTS = 2_000_000;
const MOST_BACKWARDS = 0.5;

interface WebmTrack {
  readonly type: 'video' | 'audio' | 'other';
  readonly codec: string;
  /** Duration of a frame in seconds; null if it isn't given. */
  readonly frameSeconds: number | null;
}

/** What the start of a WebM stream states about its tracks. */
export interface WebmInit {
  readonly secondsPerTick: number;
  readonly tracks: ReadonlyMap<number, WebmTrack>;
}

/** Whether a segment starts with an element that WebM may start with. */
export function isWebm(head: Buffer): boolean {
  const element = head.length < HEAD_BYTES ? null : elementIn(head, 0, 0);
  return element !== null && element.id > 0xffff && TOP_LEVEL.has(element.id);
}

/**
 * Reads a segment of WebM or Matroska: its clusters, and the times of their blocks.
 * @param known what earlier segments stated about the tracks.
 * @throws MalformedSegment.
 */
export async function readWebm(
  bytes: SegmentBytes,
  known: WebmInit | null,
): Promise<{ report: SegmentReport; init: WebmInit }> {
  const reader = new WebmReader(buffered(bytes), known);
  await reader.run();
  return reader.result();
}

interface Timeline {
  count: number;
  start: number;
  last: number;
  highest: number;
  end: number | null;
  longest: number;
}

class WebmReader {
  private scale = DEFAULT_SCALE_NS;
  private tracks: ReadonlyMap<number, WebmTrack> | null;
  private clusterTicks = 0;
  private clusterEnd = 0;
  private readonly timelines = new Map<number, Timeline>();
  private clusters = 0;

  constructor(
    private readonly bytes: SegmentBytes,
    known: WebmInit | null,
  ) {
    this.tracks = known?.tracks ?? null;
    this.scale = known === null ? DEFAULT_SCALE_NS : known.secondsPerTick * 1e9;
  }

  async run(): Promise<void> {
    const { size } = this.bytes;
    for (let [at, count] = [0, 0]; at < size; count += 1) {
      const element = elementIn(await this.bytes.read(at, HEAD_BYTES), 0, at);
      if (element === null || count > MOST_ELEMENTS) {
        throw new MalformedSegment(`no element at ${at}`, false);
      }
      at = await this.take(element, at);
    }
  }

  /** @returns the position of the next element, which is inside this element or after it. */
  private async take(element: Element, at: number): Promise<number> {
    const { id, start, end } = element;
    const isWithinCluster = at < this.clusterEnd && !TOP_LEVEL.has(id);
    if (!isWithinCluster && !TOP_LEVEL.has(id)) {
      throw new MalformedSegment(`an unknown element at ${at}`, false);
    }
    // The size covers the whole stream, not only this segment.
    if (id === ID.segment) {
      return start;
    }
    if (id === ID.cluster) {
      this.clusters += 1;
      this.clusterEnd = end ?? this.bytes.size;
      this.checkEnd(this.clusterEnd, at);
      return start;
    }
    if (end === null) {
      throw new MalformedSegment(`an element without an end at ${at}`, false);
    }
    this.checkEnd(end, at);
    if (id !== ID.blockGroup) {
      await this.read(element, end);
    }
    return id === ID.blockGroup ? start : end;
  }

  private checkEnd(end: number, at: number): void {
    if (end > this.bytes.size) {
      throw new MalformedSegment(`the element at ${at} is truncated`, false);
    }
  }

  private async read({ id, start }: Element, end: number): Promise<void> {
    switch (id) {
      case ID.info:
        this.scale = scaleIn(await this.contents(start, end));
        return;
      case ID.tracks:
        this.tracks = tracksIn(await this.contents(start, end));
        return;
      case ID.clusterTimestamp:
        this.clusterTicks = unsigned(await this.contents(start, end));
        return;
      case ID.simpleBlock:
      case ID.block:
        this.takeBlock(await this.bytes.read(start, Math.min(end - start, HEAD_BYTES)), start);
        return;
      case ID.blockDuration:
        this.takeDuration(unsigned(await this.contents(start, end)));
        return;
      default:
        return;
    }
  }

  private lastBlock: Timeline | null = null;

  private takeBlock(head: Buffer, at: number): void {
    const number = sizeIn(head, 0);
    const id = number?.value ?? null;
    const track = id === null ? undefined : this.tracks?.get(id);
    if (number === null || id === null || track === undefined || head.length < number.bytes + 4) {
      throw new MalformedSegment(`a block of an unknown track at ${at}`);
    }
    // The frame marker (VP9 §6.2).
    const first = head[number.bytes + 3] ?? 0;
    if (track.codec === 'V_VP9' && (first & 0xc0) !== 0x80) {
      throw new MalformedSegment(`a block without a frame at ${at}`);
    }
    const ticks = this.clusterTicks + head.readInt16BE(number.bytes);
    const time = (ticks * this.scale) / 1e9;
    const known = this.timelines.get(id);
    if (known !== undefined && time < known.highest - MOST_BACKWARDS) {
      throw new MalformedSegment(`time goes back from ${known.highest} to ${time} s`);
    }
    const timeline = known ?? {
      count: 0,
      start: time,
      last: time,
      highest: time,
      end: null,
      longest: 0,
    };
    timeline.count += 1;
    timeline.start = Math.min(timeline.start, time);
    timeline.longest = Math.max(timeline.longest, time - timeline.last);
    timeline.last = time;
    timeline.highest = Math.max(timeline.highest, time);
    timeline.end = track.frameSeconds === null ? null : timeline.highest + track.frameSeconds;
    this.timelines.set(id, timeline);
    this.lastBlock = timeline;
  }

  private takeDuration(ticks: number): void {
    if (this.lastBlock !== null) {
      this.lastBlock.end = this.lastBlock.last + (ticks * this.scale) / 1e9;
    }
  }

  result(): { report: SegmentReport; init: WebmInit } {
    if (this.tracks === null) {
      throw new MalformedSegment('no description of its tracks');
    }
    const { tracks } = this;
    const spans = [...this.timelines].flatMap(([id, { count, start, highest, end, longest }]) => {
      const type = tracks.get(id)?.type ?? 'other';
      const guess = count > 1 ? highest + (highest - start) / (count - 1) : null;
      return type === 'other' ? [] : [{ id, type, start, end: end ?? guess, longestStep: longest }];
    });
    const report = segmentReport({
      container: 'webm',
      isInit: this.clusters === 0,
      pieces: this.clusters,
      tracks: spans,
    });
    return { report, init: { secondsPerTick: this.scale / 1e9, tracks } };
  }

  private contents(start: number, end: number): Promise<Buffer> {
    if (end - start > MOST_TABLE_BYTES) {
      throw new MalformedSegment(`a table of ${end - start} bytes`);
    }
    return this.bytes.read(start, end - start);
  }
}

function scaleIn(info: Buffer): number {
  for (const { id, contents } of children(info, elementBudget())) {
    if (id === ID.timestampScale) {
      return unsigned(contents) || DEFAULT_SCALE_NS;
    }
  }
  return DEFAULT_SCALE_NS;
}

function tracksIn(table: Buffer): ReadonlyMap<number, WebmTrack> {
  const budget = elementBudget();
  const tracks = new Map<number, WebmTrack>();
  for (const { id, contents } of children(table, budget)) {
    if (id === ID.trackEntry) {
      const { number, ...track } = trackIn(contents, budget);
      tracks.set(number, track);
    }
  }
  return tracks;
}

function trackIn(entry: Buffer, budget: ElementBudget): WebmTrack & { readonly number: number } {
  const fields = new Map<number, Buffer>();
  for (const { id, contents } of children(entry, budget)) {
    fields.set(id, contents);
  }
  const field = (id: number): number => unsigned(fields.get(id) ?? Buffer.alloc(0));
  const [type, nanoseconds] = [field(ID.trackType), field(ID.defaultDuration)];
  return {
    number: field(ID.trackNumber),
    type: type === 1 ? 'video' : type === 2 ? 'audio' : 'other',
    codec: fields.get(ID.codec)?.toString('latin1') ?? '',
    frameSeconds: nanoseconds === 0 ? null : nanoseconds / 1e9,
  };
}
