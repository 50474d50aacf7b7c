import { directionOf, languagesOf } from '@dipper/site';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loadTexts } from '../../i18n/catalogue.js';
import { createI18n, type I18n } from '../../i18n/create-i18n.js';
import { I18nProvider, useTranslation } from '../../i18n/use-translation.js';
import { useLoaded } from '../../lib/react/use-loaded.js';
import { useSite } from '../../site/site.js';
import { Button } from '../../ui/buttons/button.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { TextLink } from '../../ui/links/text-link.js';
import { pagesOffered, resolvePath } from '../resolve-path.js';
import { useAddressIn } from '../shell/use-address-in.js';
import { keepLanguage, keptLanguage, NO_OFFER } from './kept-language.js';
import { offeredLanguage } from './offered-language.js';

/**
 * Crawlers that run scripts report languages, too, but they find translations in the alternates in
 * <head>.
 */
const ROBOTS = /bot[/;]|crawl|spider/i;

/** Loads the bar's texts. If that fails, the bar is not shown. */
async function wordsIn(language: string): Promise<I18n> {
  return createI18n(language, await loadTexts(language, ['languageOffer']));
}

interface BarProps {
  readonly href: string;
  readonly onDismiss: () => void;
}

function Bar({ href, onDismiss }: BarProps) {
  const { t, i18n } = useTranslation('languageOffer');
  const text = useId();
  const { language } = i18n;
  return (
    <section
      aria-labelledby={text}
      lang={language}
      dir={directionOf(language)}
      data-nosnippet=""
      className="border-t border-line bg-surface py-1 [html:has(&)]:scroll-pb-24"
    >
      <div className="wrap flex items-center gap-x-3">
        <div className="flex grow flex-wrap items-center gap-x-4">
          <p id={text}>{t('text')}</p>
          <TextLink href={href} hrefLang={language} onClick={() => keepLanguage(language)}>
            {t('open')}
          </TextLink>
        </div>
        <Button variant="plain" size="icon" aria-label={t('dismiss')} onClick={onDismiss}>
          <LineIcon icon="X" />
        </Button>
      </div>
    </section>
  );
}

/**
 * Offers this page in the language that the visitor chose earlier, otherwise in the one that the
 * browser prefers, with a sentence in that language. Visitors who dismiss it are never asked again.
 */
export function LanguageBar() {
  const { i18n } = useTranslation();
  const { config, prefix } = useSite();
  const { pathname } = useLocation();
  const addressIn = useAddressIn();
  const [kept, setKept] = useState(keptLanguage);
  const at = resolvePath(`${prefix}${pathname}`, config);
  const offered = offeredLanguage({
    page: i18n.language,
    preferred: ROBOTS.test(navigator.userAgent) ? [] : navigator.languages,
    // The offline page links back to the requested page, which makes its own offer.
    available: at.page === 'offline' ? [] : languagesOf(at.content, pagesOffered()),
    kept,
  });
  const words = useLoaded(offered, wordsIn);
  if (offered === null || words === null) {
    return null;
  }
  const dismiss = () => {
    keepLanguage(NO_OFFER);
    setKept(NO_OFFER);
    // Move the focus, because the focused button is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <I18nProvider value={words}>
      <Bar href={addressIn(offered)} onDismiss={dismiss} />
    </I18nProvider>
  );
}
