import { bareLink } from './bare-link.js';
import { linkInText } from './link-in-text.js';

/** List markers such as "1.", "2)", "- " and "•", or punctuation around and between links. */
const BULLET = /^(?:\(?\d{1,3}[.):：、]?|[\p{P}\p{S}]+)$/u;
const MARKS = /^[\p{P}\p{S}]*$/u;
/**
 * The position where a single-line field has removed a line break between two links. After `/`, `=`
 * or `:` the second link is part of the first.
 */
const GLUED = /(?<=[A-Za-z0-9_-])(?=https?:\/\/)/i;
/** Limits the work. Nobody pastes longer texts by hand. */
const MAX_TEXT = 200_000;
const MAX_WORDS = 2000;

/**
 * The link in a word that consists of a link and punctuation around it; null for any other word.
 */
const linkOf = (word: string): string | null => {
  const link = linkInText(word);
  if (link === null) {
    return bareLink(word.replace(/(?<![,;，；、])[,;，；、]+$/u, ''));
  }
  const at = word.indexOf(link);
  // A mangled link ("https：//") counts only if it is the whole word.
  return at < 0
    ? /^https?\W/i.test(word)
      ? link
      : null
    : MARKS.test(word.slice(0, at)) && MARKS.test(word.slice(at + link.length))
      ? link
      : null;
};

/**
 * The distinct links to submit from a pasted text, in order. If the text contains only links (with
 * optional bullets or numbers), these are all of them. Otherwise, it is only the first, as in
 * `linkInText`, because a share message may contain a second, unwanted link. Empty if there is
 * none.
 */
export const linksInText = (text: string): string[] => {
  const single = (): string[] => [linkInText(text)].filter((link) => link !== null);
  if (text.length > MAX_TEXT) {
    return single();
  }
  const words = text
    .split(/[\s\u200B]+/u)
    .flatMap((word) => word.split(GLUED))
    .filter((word) => word !== '' && !BULLET.test(word));
  if (words.length < 2 || words.length > MAX_WORDS) {
    return single();
  }
  const links = words.map(linkOf);
  return links.every((link) => link !== null) ? [...new Set(links)] : single();
};
