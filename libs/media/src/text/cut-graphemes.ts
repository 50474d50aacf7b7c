/**
 * A visible character may consist of several code points. More than this many are an attempt to
 * circumvent the limit.
 */
const MAX_CODE_POINTS_PER_CHARACTER = 16;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The visible characters of a text, up to `limit`. Reads no more of the text than necessary. Never
 * splits a surrogate pair, an emoji of several people, or an accent from its letter.
 */
export const graphemes = (text: string, limit: number): string[] => {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (found.length === limit) {
      break;
    }
    found.push([...segment].slice(0, MAX_CODE_POINTS_PER_CHARACTER).join(''));
  }
  return found;
};

/** Cuts a text to `limit` visible characters. If it was cut, `mark` is added. */
export const cutGraphemes = (text: string, limit: number, mark = ''): string => {
  const found = graphemes(text, limit + 1);
  return found.length <= limit ? found.join('') : found.slice(0, limit).join('').trimEnd() + mark;
};
