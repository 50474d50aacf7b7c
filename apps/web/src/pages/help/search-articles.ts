/** Something to be found: what it is called, and all else that is said in it. */
export interface Searchable {
  readonly title: string;
  readonly body: string;
}

/** Longest query that is looked at, characters: an error's sentence and what was copied with it. */
export const QUERY_LENGTH = 300;

/** Of the best match: what has less in common with the query shares only its common words. */
const ENOUGH = 0.6;

/** Letters and digits alone, without case and marks: "“Café’s”" is "cafe s". */
function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** At the start of a word: "age" is not meant by "page". Scripts without spaces have no such starts. */
function has(text: string, word: string): boolean {
  return text.includes(/^[a-z0-9]+$/.test(word) ? ` ${word}` : word);
}

const haystack = (text: string): string => ` ${words(text).join(' ')} `;

/**
 * What a query is about, best first; all of it, in its own order, for a blank query. A word counts the
 * more the fewer items have it, so whole sentences can be asked; one that none has counts nothing. Words
 * in the title, and all words in a row, as in a message that was copied, bring an item forward.
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
