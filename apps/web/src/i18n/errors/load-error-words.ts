import { DEFAULT_LANGUAGE } from '@dipper/site';
import type { I18n } from '../create-i18n.js';
import { fetchPart } from '../../lib/browser/stale-build.js';
import type { ServerError } from './error-words.js';
import { loadMoreTexts } from '../more-texts.js';

async function load(i18n: I18n) {
  const [{ errorWords }] = await Promise.all([
    fetchPart(() => import('./error-words.js')),
    loadMoreTexts(i18n, ['errors']),
  ]);
  return errorWords;
}

/** Prefetches what `loadErrorWords` needs. A failed load is retried on the next error. */
export function prefetchErrorWords(i18n: I18n): void {
  if (i18n.language !== DEFAULT_LANGUAGE) {
    load(i18n).catch(() => undefined);
  }
}

/**
 * Like `errorWords`, for pages that rarely show errors. The texts are loaded on the first error,
 * and never for English. If loading fails, the message is in English.
 */
export async function loadErrorWords(error: ServerError, i18n: I18n): Promise<string | undefined> {
  const sentence = error.sentence ?? undefined;
  if (i18n.language === DEFAULT_LANGUAGE) {
    return sentence;
  }
  try {
    return (await load(i18n))(error, i18n);
  } catch {
    return sentence;
  }
}
