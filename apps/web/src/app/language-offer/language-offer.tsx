import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { optionalComponent } from '../../lib/react/lazy-component.js';
import { useMounted } from '../../lib/react/use-mounted.js';
import { Extra } from '../../ui/loading/extra.js';
import { keptLanguage } from './kept-language.js';

const bar = optionalComponent(async () => (await import('./language-bar.js')).LanguageBar);

function isForeign(language: string): boolean {
  const isOwn = `${keptLanguage() ?? navigator.language}-`.startsWith(`${language}-`);
  return !isOwn && LANGUAGES.some((tag) => tag !== language);
}

/**
 * Loads the bar that offers another language (language-bar.tsx). Most visits do not need it: the
 * page exists in no other language, or the visitor's language is already the page's.
 */
export function LanguageOffer() {
  const { language } = useTranslation().i18n;
  const mounted = useMounted();
  return (
    mounted &&
    isForeign(language) && (
      <Extra>
        <bar.Component />
      </Extra>
    )
  );
}
