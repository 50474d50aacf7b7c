import { createInstance, type i18n } from 'i18next';
import type { LoadedTexts } from './catalogue.js';

/** An i18next instance with all texts a page needs: no request and no suspense while rendering. */
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
