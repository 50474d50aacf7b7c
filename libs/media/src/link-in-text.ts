import { httpUrl } from './http-url.js';

/**
 * Letters of scripts written without a space after a link ("https://b23.tv/abc复制",
 * "https://youtu.be/abc를") end it; letters of other scripts ("https://example.org/straße") belong
 * to it.
 */
const GLUED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/**
 * A title in such a script that is followed by the item's number ("/podcast/声动早咖啡/id1487143507").
 */
const TITLE = `(?![!-~])[${GLUED}\\p{P}ー](?=(?:(?!https?:)[^\\s?#]){0,200}[/-]id\\d{5})`;
const LINK = new RegExp(
  `https?://(?:[A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%\\[\\]]|(?![${GLUED}ー])[\\p{L}\\p{M}]|${TITLE})+`,
  'giu',
);

/** A second link pasted directly after the first; after `/`, `=` or `:` it is part of the first. */
const SECOND_LINK = /(?<=[A-Za-z0-9_-])https?:\/\//i;

const TRAILING = new Set('.,;:!?\'"*~');
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const OPENING = new Set(Object.values(BRACKETS));

/** More than any server accepts. */
const MAX_LINK_LENGTH = 8_192;
/** Only this many characters are searched: people paste messages, not books. */
const MAX_TEXT = 200_000;

/** A closing bracket belongs to the sentence unless the link contains its opening one. */
const withoutTrailingPunctuation = (link: string): string => {
  // Counted once and updated per removed character: a link may end in thousands of them.
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
 * Undoes what keyboards, chats and page sources do to `://`, and removes zero-width characters from
 * a link.
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
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '');

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
 * The first http(s) URL in a text or share message, unchanged, without surrounding punctuation
 * (including full-width); null if there is none. Falls back to mangled forms ("https：//",
 * "https%3A%2F%2F", "https:\\/\\/").
 */
export const linkInText = (text: string): string | null => {
  const read = text.slice(0, MAX_TEXT);
  return plainLink(read) ?? plainLink(written(read));
};
