import { canonicalSearch, isPseudo, pathIn } from '@dipper/site';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { buttonClass } from '../../ui/button.js';
import { LineIcon } from '../../ui/line-icon.js';
import { whereIs } from '../resolve-here.js';
import { Disclosure } from './disclosure.js';
import { ENTRY } from './main-entries.js';

/** This page's address in another language, which the server then remembers (`?lang=`). */
function useAddressIn(): (language: string) => string {
  const { pathname, search } = useLocation();
  const { config } = useSite();
  // Only what the page reads: its HTML is kept for visitors with other queries, too.
  const read = canonicalSearch(search, whereIs(pathname, config).page);
  return (language) => {
    const query = new URLSearchParams(read);
    query.set('lang', language);
    return `${pathIn(language, pathname)}?${query.toString()}`;
  };
}

/**
 * This page in every language, each called what it calls itself; nothing where there is one. Plain
 * links: a page never changes its language while it is shown.
 * @param languages tags of those that have texts
 */
export function LanguageMenu({ languages }: { readonly languages: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const addressIn = useAddressIn();
  const offered = languages.filter((tag) => !isPseudo(tag));
  if (offered.length < 2) {
    return null;
  }
  const label = (
    <>
      <LineIcon icon="Languages" />
      <span className="sr-only">{t('nav.language')}</span>
    </>
  );
  return (
    <Disclosure
      label={label}
      labelClass={buttonClass({ variant: 'plain', size: 'icon' })}
      className="relative"
    >
      <ul className="card rise absolute end-0 top-full z-10 min-w-40 p-2">
        {offered.map((tag) => (
          <li key={tag}>
            <a
              href={addressIn(tag)}
              hrefLang={tag}
              lang={tag}
              aria-current={tag === i18n.language ? 'true' : undefined}
              className={`${ENTRY} aria-[current]:bg-sunk aria-[current]:text-link`}
            >
              {/* Browsers may know another name than the server, whose one stays. */}
              <span suppressHydrationWarning className="inline-block first-letter:uppercase">
                {new Intl.DisplayNames([tag], { type: 'language' }).of(tag)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
