/** An item that can be searched. */
export interface Searchable {
  readonly title: string;
  readonly body: string;
}

/**
 * Only this many characters of a query are used, which is enough for an error message with some
 * text around it.
 */
export const QUERY_LENGTH = 300;

/**
 * The minimum share of the best match's score. Items below it have only common words in common with
 * the query.
 */
const ENOUGH = 0.6;

/**
 * Splits a text into lower-case words of letters and digits, without diacritics: "“Café’s”" becomes
 * "cafe s".
 */
function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * True if a word in the text starts with `word`, so that "age" does not match "page". In scripts
 * without spaces, `word` may be anywhere.
 */
function has(text: string, word: string): boolean {
  return text.includes(/^[a-z0-9]+$/.test(word) ? ` ${word}` : word);
}

const haystack = (text: string): string => ` ${words(text).join(' ')} `;

/**
 * Returns the items that match a query, best first; for a blank query, all items in their order.
 * Rare words weigh more, so that whole sentences work as queries. Unknown words are ignored. Items
 * rank higher if the title matches, or the whole phrase, such as a copied message.
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
  const row = words(query.slice(0, QUERY_LENGTH)).join(' ');
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
