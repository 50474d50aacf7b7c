import { cutGraphemes } from './cut-graphemes.js';
import { withoutUnsafeCharacters } from './unsafe-characters.js';

/** The maximum lengths of shared titles, in characters (specification §5 and §9). */
export const SHARE_TITLE_LIMIT = 100;
export const MESSAGE_TITLE_LIMIT = 60;

const MAX_DECODINGS = 2;
const PAGE_TITLE_PREFIX = /^\s*(?:Preview|Processing)\s*\|[^|]*\|/i;
const QUOTES_AND_ANGLES = /["'`<>“”„‟‘’‚‛«»‹›]/g;

const decoded = (text: string, times: number): string => {
  if (times === 0) {
    return text;
  }
  try {
    const once = decodeURIComponent(text);
    return once === text ? text : decoded(once, times - 1);
  } catch {
    // A lone percent sign is part of the title ("100% cotton"), not of an encoding.
    return text;
  }
};

const plain = (title: string): string =>
  withoutUnsafeCharacters(decoded(title, MAX_DECODINGS)).replace(PAGE_TITLE_PREFIX, '');

/** The maximum length of a title on a page, in characters. It is longer than any real title. */
const PAGE_TITLE_LIMIT = 300;

/**
 * The title in a link as a page shows it: as the source wrote it, with its quotes and in full.
 * Removes only what links add: encoding (up to twice), controls, and the prefix 'Preview|Processing
 * | platform |' of a page title.
 * @param untitled replaces an empty title
 */
export const titleInLink = (title: string, untitled: string): string =>
  cutGraphemes(plain(title).trim(), PAGE_TITLE_LIMIT, '...') || untitled;

/**
 * Cleans a title for sharing: like `titleInLink`, but without quotes and angle brackets, and cut to
 * 100 characters plus '...'.
 * @param untitled replaces a title that is empty after cleaning (specification §5)
 */
export const cleanSharedTitle = (title: string, untitled: string): string => {
  const cleaned = plain(title).replace(QUOTES_AND_ANGLES, '').trim();
  return cutGraphemes(cleaned, SHARE_TITLE_LIMIT, '...') || untitled;
};

/** The cleaned title for a share message, cut to 60 characters plus '...'. */
export const titleInMessage = (title: string, untitled: string): string =>
  cutGraphemes(cleanSharedTitle(title, untitled), MESSAGE_TITLE_LIMIT, '...');
