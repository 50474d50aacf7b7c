import { ApiFailure } from '@dipper/client';
import type { I18n } from '../../i18n/create-i18n.js';
import { loadErrorWords } from '../../i18n/errors/load-error-words.js';

/**
 * Explains in the page's language why there is no short link, in the server's words if it sent any.
 */
export async function failureWords(error: unknown, i18n: I18n): Promise<string> {
  const t = i18n.getFixedT(i18n.language, 'share');
  if (error instanceof ApiFailure && error.kind !== 'network') {
    return (await loadErrorWords(error.reply, i18n)) ?? t('failure.server');
  }
  return t('failure.network');
}
