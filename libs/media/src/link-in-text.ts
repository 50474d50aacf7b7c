import { httpUrl } from './http-url.js';

/**
 * Letters of scripts that put no space after a link ("https://b23.tv/abc复制", "https://youtu.be/abc를")
 * end it; those of scripts that do ("https://example.org/straße") belong to it.
 */
const GLUED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** A title in such a script, of which the item's number is still to come ("/podcast/声动早咖啡/id1487143507"). */
const TITLE = `(?![!-~])[${GLUED}\\p{P}ー](?=(?:(?!https?:)[^\\s?#]){0,200}[/-]id\\d{5})`;
const LINK = new RegExp(
  `https?://(?:[A-Za-z0-9\\-._~:/?#@!$&'()*+,;=%\\[\\]]|(?![${GLUED}ー])[\\p{L}\\p{M}]|${TITLE})+`,
  'giu',
);

/** A second link pasted straight behind the first; after `/`, `=` or `:` it is part of the first. */
const SECOND_LINK = /(?<=[A-Za-z0-9_-])https?:\/\//i;

const TRAILING = new Set('.,;:!?\'"*~');
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };
const OPENING = new Set(Object.values(BRACKETS));

/** Longer than any server takes. */
const MAX_LINK_LENGTH = 8_192;
/** A link is looked for in so many characters: people paste messages, not books. */
const MAX_TEXT = 200_000;

/** A bracket belongs to the sentence when nothing within the link opens it. */
const withoutTrailingPunctuation = (link: string): string => {
  // Counted once: cutting a character changes one count, and a link may end in thousands of them.
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

/** What keyboards, chats and page sources make of `://`, and marks without width within a link. */
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
 * The first http(s) URL in a text or in an app's share message, as it stands there, without the
 * punctuation of the sentence around it (also full-width); null when there is none. Where none
 * stands there, one that was meant ("https：//", "https%3A%2F%2F", "https:\\/\\/").
 */
export const linkInText = (text: string): string | null => {
  const read = text.slice(0, MAX_TEXT);
  return plainLink(read) ?? plainLink(written(read));
};
