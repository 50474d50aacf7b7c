import { TimeSlice } from '../../../infra/process/time-slice.js';
import { MAX_CUES, type RawCue } from '../cue.js';
import { plainCueText, voiceOf } from './cue-text.js';
import { linesOf } from './lines-of.js';

const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,6}))?`;
/**
 * A line with a cue's times. Hand-made files may use a single dash and commas or points, or omit
 * the hours.
 */
const TIMING = new RegExp(String.raw`^\s{0,20}${TIME}\s{0,20}-{1,2}>\s{0,20}${TIME}`);
/** Maximum number of lines read per cue. Real cues have far fewer. */
const MOST_LINES = 500;
/** Lines with more characters are not searched for times. */
const LONGEST_TIMING = 500;

export function isWebVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/**
 * Parses WebVTT. Notes, styles and regions have no times, so they are skipped. A speaker's name is
 * kept if the speaker changes.
 */
export async function parseWebVtt(text: string): Promise<RawCue[]> {
  let voice: string | null = null;
  return eachBlock(text, ({ start, end, lines }) => {
    // An empty line ends the cue. Styles and the next cue's name may follow.
    const last = lines.indexOf('');
    const markup = lines.slice(0, last < 0 ? undefined : last).join('\n');
    const speaker = voiceOf(markup);
    const isOther = speaker !== null && speaker !== voice;
    voice = speaker ?? voice;
    const plain = plainCueText(markup);
    return { start, end, text: isOther && plain.trim() ? `${speaker}: ${plain.trim()}` : plain };
  });
}

/** Parses SubRip. Empty lines within a cue and missing numbers are tolerated. */
export async function parseSubRip(text: string): Promise<RawCue[]> {
  return eachBlock(text, ({ start, end, lines, isLast }) => {
    const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
    // The last line may be the number of the next cue.
    const isNumber = !isLast && /^\d{1,9}$/.test(filled.at(-1) ?? '');
    const own = isNumber ? filled.slice(0, -1) : filled;
    return { start, end, text: plainCueText(own.join('\n')) };
  });
}

interface TimedBlock {
  readonly start: number;
  readonly end: number;
  /** Lines between this cue's times and the next cue's. */
  readonly lines: readonly string[];
  readonly isLast: boolean;
}

/** Reads each block, yielding to other work now and then. */
async function eachBlock(text: string, read: (block: TimedBlock) => RawCue): Promise<RawCue[]> {
  const cues: RawCue[] = [];
  const slice = new TimeSlice();
  let block: Omit<TimedBlock, 'lines' | 'isLast'> | null = null;
  let lines: string[] = [];
  for (const line of linesOf(text)) {
    if (slice.isOver) {
      await slice.rest();
    }
    const times = line.length <= LONGEST_TIMING && line.includes('>') ? TIMING.exec(line) : null;
    if (times === null) {
      if (block !== null && lines.length < MOST_LINES) {
        lines.push(line);
      }
      continue;
    }
    if (block !== null) {
      cues.push(read({ ...block, lines, isLast: false }));
    }
    if (cues.length === MAX_CUES) {
      return cues;
    }
    block = { start: secondsOf(times.slice(1, 5)), end: secondsOf(times.slice(5, 9)) };
    lines = [];
  }
  return block === null ? cues : [...cues, read({ ...block, lines, isLast: true })];
}

function secondsOf([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole + Number(`0.${fraction ?? 0}`);
}

/** Maps a segment's cue times to the stream's clock (RFC 8216 §3.5). */
interface TimestampMap {
  /** Cue time in seconds. */
  readonly local: number;
  /** The same moment on the stream's clock, in ticks of 1/90,000 s. */
  readonly ticks: number;
}

/** The map in a WebVTT segment's header; null if there is none. */
export function timestampMap(text: string): TimestampMap | null {
  const head = text.slice(0, 2000);
  const line = /^X-TIMESTAMP-MAP=(.{1,200})$/m.exec(head)?.[1] ?? '';
  const ticks = /MPEGTS:(\d{1,16})/.exec(line)?.[1];
  const local = new RegExp(`LOCAL:${TIME}`).exec(line);
  return ticks === undefined || local === null
    ? null
    : { local: secondsOf(local.slice(1, 5)), ticks: Number(ticks) };
}
