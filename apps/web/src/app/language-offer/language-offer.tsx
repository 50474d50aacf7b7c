import { type ComponentType, useEffect, useState } from 'react';
import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { keptLanguage } from './kept-language.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';

/**
 * Loads the bar that offers another language (language-bar.tsx). Most visits do not need it: the
 * page exists in no other language, or the visitor's language is already the page's.
 */
export function LanguageOffer() {
  const { language } = useTranslation().i18n;
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    const isOwn = `${keptLanguage() ?? navigator.language}-`.startsWith(`${language}-`);
    if (!isOwn && LANGUAGES.some((tag) => tag !== language)) {
      import('./language-bar.js').then(
        ({ LanguageBar }) => setBar(() => LanguageBar),
        () => undefined,
      );
    }
  }, [language]);
  return (
    Bar !== null && (
      <CrashBoundary page="language" fallback={null}>
        <Bar />
      </CrashBoundary>
    )
  );
}
