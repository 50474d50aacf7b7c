import { createInstance, type i18n } from 'i18next';
import type { LoadedTexts } from './catalogue.js';

/**
 * Creates an i18next instance with all texts that a page needs, so that rendering makes no request
 * and never suspends.
 */
export function createI18n(language: string, texts: LoadedTexts): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    initAsync: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  });
  return instance;
}
