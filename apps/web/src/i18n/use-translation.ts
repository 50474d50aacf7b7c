import type { i18n, TFunction } from 'i18next';
import { createContext, useContext, useMemo } from 'react';
import type { Texts } from './catalogue.js';

const I18nContext = createContext<i18n | null>(null);

/** Gives the pages their words. */
export const I18nProvider = I18nContext.Provider;

/**
 * The words of a namespace, and the instance behind them. A page never changes its language while it
 * is shown, and renders with all its words there: what react-i18next is for, 3 KB of gzip on every
 * page, is not needed.
 */
export function useTranslation<Name extends keyof Texts = 'common'>(
  namespace: Name = 'common' as Name,
): { readonly t: TFunction<Name>; readonly i18n: i18n } {
  const i18n = useContext(I18nContext);
  if (i18n === null) {
    throw new Error('useTranslation needs an I18nProvider');
  }
  const t = useMemo(
    () => i18n.getFixedT<Name>(i18n.language, namespace) as TFunction<Name>,
    [i18n, namespace],
  );
  return { t, i18n };
}
