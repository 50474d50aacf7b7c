import { ApiFailure } from '@dipper/client';
import type { ACCOUNT_MESSAGES } from '@dipper/contract';
import type { I18n } from '../../i18n/create-i18n.js';
import { useCallback } from 'react';
import { errorWords } from '../../i18n/errors/error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';

/** Used if the server gave no reason: a message from §8, or another text. */
export type FallbackMessage = keyof typeof ACCOUNT_MESSAGES | { readonly sentence: string };

/**
 * Returns the message for a failed account call (specification §8): the server's own, otherwise one
 * for a network error, otherwise the fallback.
 * @param error the error thrown by `callAs` or `callApi`
 * @param i18n an instance that has loaded the namespace `account`
 */
export function accountFailure(error: unknown, fallback: FallbackMessage, i18n: I18n): string {
  const t = i18n.getFixedT(i18n.language, 'account');
  const { kind, reply } = error instanceof ApiFailure ? error : { kind: null, reply: {} };
  if (kind === null) {
    return t('messages.error');
  }
  if (kind === 'network') {
    return t('messages.network');
  }
  const said = errorWords(reply, i18n);
  if (said !== undefined) {
    return said;
  }
  if (kind === 'unexpected' || reply.isJson !== true) {
    return t('messages.invalidReply');
  }
  return typeof fallback === 'string'
    ? t(`messages.${fallback}`, { status: reply.status ?? 0 })
    : fallback.sentence;
}

/** `accountFailure` in the page's language; needs the namespace `account`. */
export function useAccountFailure(): (error: unknown, fallback: FallbackMessage) => string {
  const { i18n } = useTranslation();
  return useCallback((error, fallback) => accountFailure(error, fallback, i18n), [i18n]);
}
