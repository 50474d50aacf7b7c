import { LIMITS } from '@dipper/contract';
import { CONTROLS } from '@dipper/media';
import { TimeSlice } from '../../infra/process/time-slice.js';

/** Text and when it is shown, in seconds. The text is plain: styles and positions are dropped. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A cue as a parser found it. Its end is NaN if unknown. */
export type RawCue = Cue;

/** Maximum number of cues in a file. For comparison, two hours of speech have about 2,500. */
export const MAX_CUES = 50_000;
const MAX_TEXT = 2000;
const MAX_LINES = 12;
/** How long a cue without an end is shown at most, in seconds. */
const SHOWN_SECONDS = 4;
/** The shortest cue in seconds, because times are written in milliseconds. */
const LEAST_SECONDS = 0.001;
/**
 * Cues with a gap of at most this many seconds count as consecutive, because players show no gap.
 */
const NO_GAP = 0.05;
/** Tolerance at the end of the item in seconds, because pages round durations. */
const SLACK_SECONDS = 2;

/**
 * Sorts cues, drops those without text or outside the item, and makes each cue end after its start.
 * Consecutive cues with the same text are merged, because playlists repeat a cue that crosses a
 * segment boundary.
 * @param durationSeconds duration of the item; null when unknown.
 */
export async function tidyCues(
  cues: readonly RawCue[],
  durationSeconds: number | null,
): Promise<Cue[]> {
  const latest = Math.min(LIMITS.longestSeconds, (durationSeconds ?? Infinity) + SLACK_SECONDS);
  const cleaned: Cue[] = [];
  const slice = new TimeSlice();
  for (const { start, end, text: given } of cues.slice(0, MAX_CUES)) {
    const text = cleanText(given);
    if (text !== '' && start >= 0 && start < latest) {
      cleaned.push({ start, end, text });
    }
    if (slice.isOver) {
      await slice.rest();
    }
  }
  cleaned.sort((a, b) => a.start - b.start);
  const tidy: Cue[] = [];
  cleaned.forEach((cue, at) => {
    const last = tidy.at(-1);
    const end = Math.min(latest, endOf(cue, cleaned[at + 1]));
    if (last !== undefined && last.text === cue.text && cue.start - last.end <= NO_GAP) {
      tidy[tidy.length - 1] = { ...last, end: Math.max(last.end, end) };
    } else {
      tidy.push({ ...cue, end });
    }
  });
  return tidy;
}

function endOf({ start, end }: RawCue, next: RawCue | undefined): number {
  return end > start
    ? end
    : Math.max(start + LEAST_SECONDS, Math.min(start + SHOWN_SECONDS, next?.start ?? Infinity));
}

/** What could end a line or the file, and what takes no space. */
const NOT_IN_CUES = new RegExp(String.raw`(?!\n)[${CONTROLS}\u200B\uFEFF]`, 'gu');

/**
 * Removes what could break a subtitle file: control characters could end a line or the file, and an
 * empty line would end the cue.
 */
function cleanText(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(/[\t\u00A0]/g, ' ')
    .replace(NOT_IN_CUES, '')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
    .join('\n');
}
