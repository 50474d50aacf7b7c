import { type ComponentType, useEffect, useState } from 'react';
import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';

/**
 * Loads the bar that offers another language (language-bar.tsx), unless there is no other one or the
 * browser's first language is that of the page, as in most visits.
 */
export function LanguageOffer() {
  const { language } = useTranslation().i18n;
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    const isOwn = `${navigator.language}-`.startsWith(`${language}-`);
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
