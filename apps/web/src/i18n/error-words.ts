import { type ErrorValues, fill } from '@dipper/contract';
import type { i18n } from 'i18next';
import { unitsOf } from './units.js';

/** What the server said about an error, as far as it did. */
export interface ServerError {
  /** English. */
  readonly sentence?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly values?: ErrorValues | undefined;
}

/**
 * The sentence of an error in the language of a page, by its code: the server's own English one where
 * that is the language, and as the last resort for a code that the texts do not know, or a number
 * that did not come. Undefined where nothing was said at all.
 */
export function errorWords(error: ServerError, i18n: i18n): string | undefined {
  const { language } = i18n;
  const sentence = error.sentence ?? undefined;
  const code = error.code ?? '';
  const values = error.values ?? {};
  const [count] = Object.values(values);
  // English has no texts for errors, and those of others may not have come.
  const isWorded =
    i18n.hasResourceBundle(language, 'errors') && i18n.exists(code, { ns: 'errors', count });
  if (!isWorded) {
    return sentence;
  }
  const { listSize, number } = unitsOf(i18n);
  const shown = Object.entries(values).map(
    ([name, value]) => [name, name === 'bytes' ? listSize(value) : number(value)] as const,
  );
  const t = i18n.getFixedT(language, 'errors') as (key: string, options: object) => string;
  const text = t(code, { count, skipInterpolation: true });
  const words = fill(text, Object.fromEntries(shown));
  return words.includes('{{') ? (sentence ?? words) : words;
}
