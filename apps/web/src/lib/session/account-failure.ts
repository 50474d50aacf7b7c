import type { ACCOUNT_MESSAGES } from '@dipper/contract';
import type { i18n } from 'i18next';
import { useCallback } from 'react';
import { errorWords } from '../../i18n/error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { ApiFailure } from '../api/api-failure.js';

/** What is said where the server gave no reason: one of §8's sentences, or another text. */
export type Fallback = keyof typeof ACCOUNT_MESSAGES | { readonly sentence: string };

/**
 * The sentence for a call of accounts that brought nothing (specification §8): the server's own words
 * first, then what went wrong on the way, then the fallback.
 * @param error as `callAs` and `callApi` throw it
 * @param i18n with the namespace `account`
 */
export function accountFailure(error: unknown, fallback: Fallback, i18n: i18n): string {
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

/** `accountFailure` for the page's own language, where the namespace `account` is loaded. */
export function useAccountFailure(): (error: unknown, fallback: Fallback) => string {
  const { i18n } = useTranslation();
  return useCallback((error, fallback) => accountFailure(error, fallback, i18n), [i18n]);
}
