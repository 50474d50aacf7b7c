/**
 * A visible character may consist of several code points; more than this is an attack on the limit.
 */
const MAX_CODE_POINTS_PER_CHARACTER = 16;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The visible characters of a text, at most `limit`; reads no further. Never splits a surrogate
 * pair, an accent from its letter or a family emoji.
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

/** The text cut to `limit` visible characters, followed by `mark` if it was cut. */
export const cutGraphemes = (text: string, limit: number, mark = ''): string => {
  const found = graphemes(text, limit + 1);
  return found.length <= limit ? found.join('') : found.slice(0, limit).join('').trimEnd() + mark;
};
