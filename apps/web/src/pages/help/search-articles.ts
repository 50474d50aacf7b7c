import { JOINERS } from '@dipper/media';
export interface Searchable {
  readonly title: string;
  readonly body: string;
}

/**
 * In characters. The rest of a longer query is ignored. Enough for an error message with some text
 * around it.
 */
export const QUERY_LENGTH = 300;

/**
 * Minimum share of the best match's score. Items below it share only common words with the query.
 */
const ENOUGH = 0.6;

/**
 * Letters whose marks are often omitted when typing: accents, and the vowel signs of Arabic and
 * Hebrew. In other scripts, a mark makes a different letter (か and が, क and कि).
 */
const WITH_OPTIONAL_MARKS =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/** Zero-width (non-)joiners only change how letters are drawn. */
const ALL_JOINERS = new RegExp(`[${JOINERS}]`, 'gu');

/** Scripts written without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Splits a text at everything except letters and digits, in lower case and without optional marks:
 * "“Café’s”" becomes "cafe s".
 */
function runs(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(WITH_OPTIONAL_MARKS, '$1')
    .normalize('NFC')
    .replace(ALL_JOINERS, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** Splits a text into words, even where there are no spaces between them. */
function words(text: string): string[] {
  return runs(text).flatMap((run) =>
    WITHOUT_SPACES.test(run)
      ? [...new Intl.Segmenter([], { granularity: 'word' }).segment(run)].map((it) => it.segment)
      : run,
  );
}

/**
 * True if a word in the text starts with `word`, so that "age" does not match "page". In other
 * scripts, words may be anywhere, because they may follow an article (Arabic) or another word
 * (Chinese).
 */
function has(text: string, word: string): boolean {
  return text.includes(/^[a-z0-9]+$/.test(word) ? ` ${word}` : word);
}

/**
 * Prepares a text for searching. Text without spaces is not split into words, because a query may
 * be just part of a word.
 */
const haystack = (text: string): string => ` ${runs(text).join(' ')} `;

/**
 * Returns the items that match a query, best first; for a blank query, all items in their order.
 * Rare words weigh more, so that whole sentences work as queries. Unknown words are ignored. Items
 * rank higher if their title matches, or if the whole phrase does, such as a copied message.
 */
export function searchArticles<Item extends Searchable>(
  items: readonly Item[],
  query: string,
): readonly Item[] {
  if (query.trim() === '') {
    return items;
  }
  const asked = [...new Set(words(query.slice(0, QUERY_LENGTH)))];
  const texts = items.map(({ title, body }) => ({
    title: haystack(title),
    all: haystack(`${title} ${body}`),
  }));
  const weights = asked.map((word) => {
    const holders = texts.filter(({ all }) => has(all, word)).length;
    return holders === 0 ? 0 : Math.log(1 + items.length / holders);
  });
  const weightIn = (text: string): number =>
    asked.reduce((sum, word, at) => sum + (has(text, word) ? (weights[at] ?? 0) : 0), 0);
  const row = runs(query.slice(0, QUERY_LENGTH)).join(' ');
  const matches = items.map((item, at) => {
    const { title = '', all = '' } = texts[at] ?? {};
    const common = weightIn(all);
    const inRow = all.includes(` ${row} `) ? common : 0;
    return { item, common, rank: common + weightIn(title) + inRow };
  });
  const best = Math.max(0, ...matches.map(({ common }) => common));
  return matches
    .filter(({ common }) => common > 0 && common >= best * ENOUGH)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}
