import { walkFrames } from '../sound/audio-frames.js';
import { MalformedSegment, type StreamCoding, type TrackSpan } from '../segment-report.js';
import { TS_CLOCK, TS_WRAP_TICKS, unwrapped } from '../ts-clock.js';
import { TsCoding } from './ts-coding.js';
import type { ProgramStream, TableStream } from './ts-program.js';

/**
 * Decoding times may go back by up to this many ticks. With reordered frames, some muxers omit
 * decoding times.
 */
const MOST_BACKWARDS = TS_CLOCK;
/** Maximum number of audio bytes of a packet that are kept for counting its frames. */
const MOST_SOUND_BYTES = 128 * 1024;
/** Stream types whose frames can be counted: MPEG audio, ADTS, AC-3 and E-AC-3. */
const COUNTABLE = new Set([0x03, 0x04, 0x0f, 0x81, 0x87]);
/** Stream ids without the optional header (ISO 13818-1, table 2-22). */
const PLAIN_IDS = new Set([0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff]);

/** One elementary stream of a segment: its packets and their times. All times are in ticks. */
export class TsTrack {
  readonly pid: number;
  isContinued = false;
  isEmpty = true;
  /**
   * Number of bytes that are missing from the current packet; null if the packet doesn't give its
   * length.
   */
  private lacking: number | null = null;
  private count = 0;
  private lowest = 0;
  private highest = 0;
  private latest = 0;
  private decoded = 0;
  private longestStep = 0;
  private readonly sound: Buffer | null;
  private soundBytes = 0;
  private readonly head: TsCoding;

  constructor(private readonly stream: ProgramStream) {
    this.pid = stream.pid;
    this.head = new TsCoding(stream.code);
    this.sound = COUNTABLE.has(stream.code) ? Buffer.allocUnsafe(MOST_SOUND_BYTES) : null;
  }

  get isUnfinished(): boolean {
    return this.lacking !== null && this.lacking > 0;
  }

  /** Whether a table describes this stream. */
  matches({ pid, type, code }: TableStream): boolean {
    const { stream } = this;
    return pid === stream.pid && type === stream.type && code === stream.code;
  }

  /** How the stream is coded; null if its packets don't show it. */
  get coding(): StreamCoding | null {
    const { coding } = this.head;
    return coding === null ? null : { id: this.pid, type: this.stream.type, coding };
  }

  /** @param isStart whether a packet of the stream begins with this payload. */
  take(payload: Buffer, isStart: boolean): void {
    if (isStart) {
      const header = this.begin(payload);
      this.keepSound(payload.subarray(header));
      this.head.begin();
      this.head.take(payload.subarray(header));
    } else {
      this.isContinued ||= this.isEmpty;
      this.lacking = this.lacking === null ? null : this.lacking - payload.length;
      this.keepSound(payload);
      this.head.take(payload);
    }
    this.isEmpty = false;
  }

  /** @returns the stream's start and end; null without timestamps. */
  span(): TrackSpan | null {
    if (this.count === 0) {
      return null;
    }
    const step = this.count > 1 ? (this.highest - this.lowest) / (this.count - 1) : null;
    const sound = this.soundTicks();
    const end = sound === null ? step && this.highest + step : this.latest + sound;
    return {
      id: this.pid,
      type: this.stream.type,
      start: this.lowest / TS_CLOCK,
      end: end === null ? null : end / TS_CLOCK,
      longestStep: sound === null ? this.longestStep / TS_CLOCK : 0,
    };
  }

  /** Duration of the last packet's frames, in ticks; null if they can't be counted. */
  private soundTicks(): number | null {
    if (this.sound === null || this.soundBytes === 0) {
      return null;
    }
    const { seconds, end } = walkFrames(this.sound.subarray(0, this.soundBytes));
    return end === this.soundBytes ? seconds * TS_CLOCK : null;
  }

  private keepSound(payload: Buffer): void {
    if (this.sound !== null && this.soundBytes + payload.length <= this.sound.length) {
      payload.copy(this.sound, this.soundBytes);
      this.soundBytes += payload.length;
    }
  }

  /** @returns the length of the packet's header. */
  private begin(payload: Buffer): number {
    if (payload.length < 9) {
      return payload.length;
    }
    if (payload.readUIntBE(0, 3) !== 1) {
      throw new MalformedSegment('a packet of a stream does not begin with a start code');
    }
    const length = payload.readUInt16BE(4);
    this.lacking = length === 0 ? null : length + 6 - payload.length;
    this.soundBytes = 0;
    if (PLAIN_IDS.has(payload[3] as number)) {
      return 6;
    }
    const header = 9 + (payload[8] as number);
    const flags = (payload[7] as number) >> 6;
    if (flags >= 2 && payload.length >= 14) {
      const shown = timestamp(payload, 9);
      const isTimed = flags === 3 && payload.length >= 19;
      this.note(shown, isTimed ? timestamp(payload, 14) : shown);
    }
    return header;
  }

  private note(shownTicks: number, decodedTicks: number): void {
    if (this.count === 0) {
      [this.lowest, this.highest, this.decoded] = [shownTicks, shownTicks, decodedTicks];
    }
    const shown = unwrapped(shownTicks, this.highest, TS_WRAP_TICKS);
    const decoded = unwrapped(decodedTicks, this.decoded, TS_WRAP_TICKS);
    if (decoded < this.decoded - MOST_BACKWARDS) {
      throw new MalformedSegment(`time goes back by ${(this.decoded - decoded) / TS_CLOCK} s`);
    }
    this.longestStep = Math.max(this.longestStep, decoded - this.decoded);
    this.lowest = Math.min(this.lowest, shown);
    this.highest = Math.max(this.highest, shown);
    [this.decoded, this.latest] = [decoded, shown];
    this.count += 1;
  }
}

/** Reads a timestamp of 33 bits with marker bits in between. */
function timestamp(bytes: Buffer, at: number): number {
  const [high = 0, middle, low] = [
    bytes[at],
    bytes.readUInt16BE(at + 1),
    bytes.readUInt16BE(at + 3),
  ];
  return ((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1);
}
