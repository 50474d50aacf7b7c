import type { TFunction } from 'i18next';
import type { I18n } from './create-i18n.js';
import { createContext, useContext, useMemo } from 'react';
import type { Texts } from './catalogue.js';

const I18nContext = createContext<I18n | null>(null);

export const I18nProvider = I18nContext.Provider;

/**
 * Returns the translation function of a namespace, and all texts of the page. A page never changes
 * its language in place and renders only when all texts are loaded, so it does not need
 * react-i18next, which would add 3 KB gzipped to every page.
 */
export function useTranslation<Name extends keyof Texts = 'common'>(
  namespace: Name = 'common' as Name,
): { readonly t: TFunction<Name>; readonly i18n: I18n } {
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
