/** A searchable item. */
export interface Searchable {
  readonly title: string;
  readonly body: string;
}

/**
 * Only this much of a query is used, characters: enough for an error message and text copied with
 * it.
 */
export const QUERY_LENGTH = 300;

/** Minimum share of the best match's score: lower ones share only common words with the query. */
const ENOUGH = 0.6;

/** Lower-case words of letters and digits, without diacritics: "“Café’s”" is "cafe s". */
function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * True if a word starts with it, so that "age" does not match "page"; anywhere in scripts without
 * spaces.
 */
function has(text: string, word: string): boolean {
  return text.includes(/^[a-z0-9]+$/.test(word) ? ` ${word}` : word);
}

const haystack = (text: string): string => ` ${words(text).join(' ')} `;

/**
 * The items matching a query, best first; all items in their order for a blank query. Rare words
 * weigh more, so whole sentences work as queries; unknown words are ignored. Matches in the title
 * and of the whole phrase, such as a copied message, rank higher.
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
