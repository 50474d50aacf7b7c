import { bareLink } from './bare-link.js';
import { parseClockTime } from '../text/parse-clock-time.js';
import { linkInText } from './link-in-text.js';

/** A link, and the requested clip of it. */
export interface AskedClip {
  readonly link: string;
  /** In seconds; less than `end`. */
  readonly start: number;
  readonly end: number;
  /** Null if the text names no kind of file. */
  readonly as: ClipWord | null;
}

/** A clip that was found in a text. */
export interface TextClip extends AskedClip {
  /** The position in the text where the times begin. */
  readonly at: number;
  /** The link and the times as they were written, without the text before them. */
  readonly text: string;
}

type ClipWord = 'video' | 'audio' | 'gif' | 'webp';

/**
 * The words for the kinds of clips. A clip of audio keeps the source's format, so all names of
 * audio formats mean the same.
 */
const KINDS: Readonly<Record<string, ClipWord>> = {
  video: 'video',
  mp4: 'video',
  audio: 'audio',
  sound: 'audio',
  mp3: 'audio',
  m4a: 'audio',
  gif: 'gif',
  webp: 'webp',
};

/**
 * "1:02:03", "0:12.5", "1m5s", "90s". A number alone is not a time, because it may mean anything.
 */
const TIME =
  '(?:\\d{1,3}:[0-5]\\d|\\d{1,4}):[0-5]\\d(?:[.,]\\d{1,3})?|(?=\\d)(?:\\d{1,3}h)?(?:\\d{1,4}m)?(?:\\d{1,6}(?:[.,]\\d{1,3})?s)?';
/**
 * A range at the end of a text, after a space: "0:12-0:41", "from 0:12 to 0:41", "0:12–0:41 as
 * gif". It must be on the line of the link, because a schedule may follow on the next.
 */
const RANGE = new RegExp(
  `(?<=\\S)[ \\t\\u00A0]+((?:from[ ]+)?(${TIME})(?:[ ]?[-‐‑‒–—−~][ ]?|[ ]+(?:to|until)[ ]+)(${TIME})(?:[ ]+as[ ]+(?:an?[ ]+)?(${Object.keys(KINDS).join('|')}))?)$`,
  'iu',
);

/** This is longer than any range with the spaces around it. */
const LONGEST_RANGE = 100;

/** Full-width digits, colons and dashes, one by one. East Asian keyboards produce them. */
const halfWidth = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000〜]/g, (wide) => (wide === '〜' ? '~' : ' '));

/**
 * The times directly after a text's first link, up to the end of the text, in the order in which
 * they were written. If `end` is before `start`, they don't make a clip.
 * @returns null if the text has no such times
 */
export function timesInText(text: string): TextClip | null {
  const whole = text.trimEnd();
  const found = RANGE.exec(halfWidth(whole.slice(-LONGEST_RANGE)));
  if (found === null) {
    return null;
  }
  const [, range = '', from = '', to = '', kind = ''] = found;
  const [start, end] = [parseClockTime(from), parseClockTime(to)];
  if (start === null || end === null) {
    return null;
  }
  const at = whole.length - range.length;
  const before = whole.slice(0, at).trimEnd();
  const link = linkInText(before);
  const page = link === null ? bareLink(before) : before.endsWith(link) ? link : null;
  const as = KINDS[kind.toLowerCase()] ?? null;
  return page === null ? null : { link: page, start, end, as, at, text: `${page} ${range}` };
}

/**
 * The clip that a text requests with times directly after its first link, up to the end of the text
 * ("https://… 0:12-0:41 as gif"). Times anywhere else, such as in a title, are ignored.
 * @returns null if the text does not request a clip, or requests one that ends before it starts
 */
export function clipInText(text: string): TextClip | null {
  const times = timesInText(text);
  return times !== null && times.start < times.end ? times : null;
}
