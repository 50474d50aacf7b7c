import { cutGraphemes, oneLine } from '@dipper/media';
import type { ChosenEntry } from '../recipe.js';

/** A note about one entry, written to the text files in the zip. */
interface Remark {
  readonly entry: ChosenEntry;
  /** A full sentence. */
  readonly why: string;
}

const LONGEST_TITLE = 200;
const LONGEST_LINK = 2000;
/** Some Windows programs need CRLF; everything else accepts it. */
const LINE = '\r\n';

/**
 * Builds a text file for the zip, with the number, title, reason and link of each entry.
 * @param heading the first line.
 */
export function remarksText(heading: string, remarks: readonly Remark[]): string {
  const paragraphs = remarks.map(({ entry: { at, title, url }, why }) => {
    const link = singleLine(url, LONGEST_LINK);
    // Without a title, the link identifies the entry.
    const lines = title === null ? [link, why] : [singleLine(title), why, link];
    return `${at + 1}. ${lines.join(LINE)}`;
  });
  return [heading, ...paragraphs].join(LINE + LINE) + LINE;
}

/**
 * Puts untrusted text on one line.
 * @param longest maximum length, in visible characters.
 */
export function singleLine(text: string, longest = LONGEST_TITLE): string {
  return cutGraphemes(oneLine(text), longest, '…');
}
