import { ZERO_WIDTH } from '../text/unsafe-characters.js';
import { httpUrl } from './http-url.js';

/**
 * Letters of scripts that are written without a space after a link. They end the link
 * ("https://b23.tv/abc复制", "https://youtu.be/abc를"). Letters of other scripts belong to the link
 * ("https://example.org/straße").
 */
const GLUED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/**
 * A title in such a script that is followed by the number of the item
 * ("/podcast/声动早咖啡/id1487143507").
 */
const TITLE = `(?![!-~])[${GLUED}\\p{P}ー](?=(?:(?!https?:)[^\\s?#]){0,200}[/-]id\\d{5})`;
const LINK = new RegExp(
  `https?://(?:[A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%\\[\\]]|(?![${GLUED}ー])[\\p{L}\\p{M}]|${TITLE})+`,
  'giu',
);

/**
 * A second link that was pasted directly after the first. After `/`, `=` or `:`, it is part of the
 * first.
 */
const SECOND_LINK = /(?<=[A-Za-z0-9_-])https?:\/\//i;

const WITHOUT_WIDTH = new RegExp(`[${ZERO_WIDTH}]`, 'gu');

const TRAILING = new Set('.,;:!?\'"*~');
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const OPENING = new Set(Object.values(BRACKETS));

/** This is longer than any link that a server accepts. */
const MAX_LINK_LENGTH = 8_192;
/** The number of characters that are searched. People paste messages, not books. */
const MAX_TEXT = 200_000;

/**
 * Removes punctuation from the end. A closing bracket belongs to the sentence, unless the link
 * contains the opening bracket.
 */
const withoutTrailingPunctuation = (link: string): string => {
  // Count the brackets once and update the counts, because a link may end in thousands of brackets.
  const counts: Record<string, number> = {};
  for (const character of link) {
    counts[character] = (counts[character] ?? 0) + 1;
  }
  const isPunctuation = (last: string): boolean => {
    const opening = BRACKETS[last];
    return (
      TRAILING.has(last) ||
      OPENING.has(last) ||
      (opening !== undefined && (counts[last] ?? 0) > (counts[opening] ?? 0))
    );
  };
  let end = link.length;
  for (let last = link[end - 1]; last !== undefined && isPunctuation(last); last = link[end - 1]) {
    counts[last] = (counts[last] ?? 0) - 1;
    end -= 1;
  }
  return link.slice(0, end);
};

/**
 * Undoes changes to `://` by keyboards, chats and page sources, and removes zero-width characters
 * from a link.
 */
const written = (text: string): string =>
  text
    .replace(/\b(https?)%3A%2F%2F\S+/gi, (link) => {
      try {
        return decodeURIComponent(link);
      } catch {
        return link;
      }
    })
    .replace(/(https?)[:：](?:\\?[/／]){2}/gi, '$1://')
    .replace(/\\\//g, '/')
    .replace(WITHOUT_WIDTH, '');

const plainLink = (text: string): string | null => {
  for (const [candidate] of text.matchAll(LINK)) {
    const [first = ''] = candidate.split(SECOND_LINK);
    const link = first.length > MAX_LINK_LENGTH ? '' : withoutTrailingPunctuation(first);
    if (httpUrl(link)) {
      return link;
    }
  }
  return null;
};

/**
 * The first http(s) URL in a text or share message, without surrounding punctuation (including
 * full-width punctuation) but otherwise unchanged; null if there is none. If there is no intact
 * URL, mangled forms are accepted ("https：//", "https%3A%2F%2F", "https:\\/\\/").
 */
export const linkInText = (text: string): string | null => {
  const read = text.slice(0, MAX_TEXT);
  return plainLink(read) ?? plainLink(written(read));
};
