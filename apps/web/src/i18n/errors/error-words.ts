import { type ErrorValues, fill } from '@dipper/contract';
import { useCallback } from 'react';
import type { I18n } from '../create-i18n.js';
import { unitsOf } from '../format/units.js';
import { useTranslation } from '../use-translation.js';

/** An error as described by the server. Any part may be missing. */
export interface ServerError {
  /** In English. */
  readonly sentence?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly values?: ErrorValues | undefined;
}

/**
 * Returns the message of an error in the page's language, by its code. English pages use the
 * server's own sentence, which is also the fallback for an unknown code or a missing number.
 * Undefined if the server sent no message.
 */
export function errorWords(error: ServerError, i18n: I18n): string | undefined {
  const { language } = i18n;
  const sentence = error.sentence ?? undefined;
  const code = error.code ?? '';
  const values = error.values ?? {};
  const [count] = Object.values(values);
  // English has no texts for errors, and the texts of other languages may not be loaded.
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

/** Returns `errorWords` for the page's own language. */
export function useErrorWords(): (error: ServerError) => string | undefined {
  const { i18n } = useTranslation();
  return useCallback((error) => errorWords(error, i18n), [i18n]);
}
