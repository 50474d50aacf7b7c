import { firstCharacters, MAX_LINE, MAX_TEXT, storableText } from '../storable-text.js';
import { readShortMarkup } from './markup.js';

const LINES = new Set(['br', 'dd', 'dt', 'li', 'tr']);
const BLOCKS = new Set(
  'address article aside blockquote div dl figure footer h1 h2 h3 h4 h5 h6 header hr ol p pre section table ul'.split(
    ' ',
  ),
);
const UNSEEN = new Set(['script', 'style', 'template', 'noscript']);
/**
 * Matches a tag. The length is limited, because otherwise the search would run from each `<a` to
 * the end of the text.
 */
const TAG = /<\/?[a-z][^<>]{0,1000}>/i;

/**
 * The visible text of a string that may be HTML: without tags, with decoded entities, with each
 * block on a separate line, and without consecutive empty lines.
 * @param given HTML, or plain text, whose line breaks are kept
 * @returns null if nothing is left
 */
export function plainText(given: string | null | undefined): string | null {
  const source = (given ?? '').slice(0, MAX_TEXT * 4);
  const isHtml = TAG.test(source);
  let [text, unseen] = ['', 0];
  readShortMarkup(source, {
    onOpen: (name) => {
      unseen += UNSEEN.has(name) ? 1 : 0;
      text += BLOCKS.has(name) || LINES.has(name) ? '\n' : '';
    },
    onText: (part) => {
      text += unseen > 0 ? '' : isHtml ? part.replace(/\s+/g, ' ') : part;
    },
    onClose: (name) => {
      unseen -= UNSEEN.has(name) ? 1 : 0;
      text += BLOCKS.has(name) ? '\n' : '';
    },
  });
  const lines = text
    .split(/\r\n|\r|\n|\u2028|\u2029/)
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return storableText(firstCharacters(lines, MAX_TEXT)) || null;
}

/** Like `plainText`, but on one line: for titles and names. */
export function plainLine(given: string | null | undefined): string | null {
  const text = plainText(given);
  return text && firstCharacters(text.replace(/\s+/g, ' '), MAX_LINE);
}
