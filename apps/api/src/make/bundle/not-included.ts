import { cutGraphemes } from '@dipper/media';
import type { ChosenEntry } from '../recipe.js';

/** What is told of an entry. */
export interface Remark {
  readonly entry: ChosenEntry;
  /** Why it is told, in a sentence. */
  readonly why: string;
}

const LONGEST_TITLE = 200;
const LONGEST_LINK = 2000;
/** A title is a line of its own, and read in the direction of its letters. */
const UNFIT = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;
/** As Windows wants it; all others take it. */
const LINE = '\r\n';

/**
 * What is said of entries in a text file of their zip: number, title, why, and the link.
 * @param heading the first line.
 */
export function remarksText(heading: string, remarks: readonly Remark[]): string {
  const paragraphs = remarks.map(({ entry: { at, title, url }, why }) => {
    const link = line(url, LONGEST_LINK);
    // What has no title is known by its link.
    const lines = title === null ? [link, why] : [line(title), why, link];
    return `${at + 1}. ${lines.join(LINE)}`;
  });
  return [heading, ...paragraphs].join(LINE + LINE) + LINE;
}

/** A text of a stranger as one line. @param longest in visible characters. */
export function line(text: string, longest = LONGEST_TITLE): string {
  return cutGraphemes(text.replace(UNFIT, ' ').trim(), longest, '…');
}
