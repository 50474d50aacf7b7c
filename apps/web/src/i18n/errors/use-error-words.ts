import { useCallback } from 'react';
import { errorWords, type ServerError } from './error-words.js';
import { useTranslation } from '../use-translation.js';

/** Returns `errorWords` for the page's own language. */
export function useErrorWords(): (error: ServerError) => string | undefined {
  const { i18n } = useTranslation();
  return useCallback((error) => errorWords(error, i18n), [i18n]);
}
