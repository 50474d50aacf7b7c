import { bareLink } from './bare-link.js';
import { linkInText } from './link-in-text.js';

/** "1.", "2)", "- ", "•": what stands before a line of a list, or around and between links. */
const BULLET = /^(?:\(?\d{1,3}[.):：、]?|[\p{P}\p{S}]+)$/u;
const MARKS = /^[\p{P}\p{S}]*$/u;
/** A line break that a field of one line has swallowed; after `/`, `=` or `:` the rest is part of the first. */
const GLUED = /(?<=[A-Za-z0-9_-])(?=https?:\/\/)/i;
/** Longer texts are not pasted by hand, and each word of one costs work. */
const MAX_TEXT = 200_000;
const MAX_WORDS = 2000;

/** The link that a word is, apart from punctuation around it; null where it is more or less than that. */
const linkOf = (word: string): string | null => {
  const link = linkInText(word);
  if (link === null) {
    return bareLink(word.replace(/(?<![,;，；、])[,;，；、]+$/u, ''));
  }
  const at = word.indexOf(link);
  // Not as it stands there ("https：//…"): then the whole word has to be one.
  return at < 0
    ? /^https?\W/i.test(word)
      ? link
      : null
    : MARKS.test(word.slice(0, at)) && MARKS.test(word.slice(at + link.length))
      ? link
      : null;
};

/**
 * The links that a pasted text is for, each once, in order: several where it holds nothing but links
 * (one a line or after another, with bullets or numbers); else the first one in it, as `linkInText`
 * has it, for a share message may well name a second address that nobody asked for. Empty for none.
 */
export const linksInText = (text: string): string[] => {
  const single = (): string[] => [linkInText(text)].filter((link) => link !== null);
  if (text.length > MAX_TEXT) {
    return single();
  }
  const words = text
    .split(/[\s\u200B\uFEFF]+/u)
    .flatMap((word) => word.split(GLUED))
    .filter((word) => word !== '' && !BULLET.test(word));
  if (words.length < 2 || words.length > MAX_WORDS) {
    return single();
  }
  const links = words.map(linkOf);
  return links.every((link) => link !== null) ? [...new Set(links)] : single();
};
