import { isPseudo } from '@dipper/site';
import { useTranslation } from '../../i18n/use-translation.js';
import { buttonClass } from '../../ui/buttons/button.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { keepLanguage } from '../language-offer/kept-language.js';
import { Disclosure, ENTRY } from './disclosure.js';
import { useAddressIn } from './use-address-in.js';

const ownNames = new Map<string, string | undefined>();

/** A language's name in the language itself. Each is looked up once, which takes a while. */
function ownName(tag: string): string | undefined {
  if (!ownNames.has(tag)) {
    ownNames.set(tag, new Intl.DisplayNames([tag], { type: 'language' }).of(tag));
  }
  return ownNames.get(tag);
}

/**
 * Links to this page in every language, each labeled with the language's own name; renders nothing
 * if there is only one. Plain links, because a page never changes its language in place.
 * @param languages tags of the languages that have texts
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
              onClick={() => keepLanguage(tag)}
              aria-current={tag === i18n.language ? 'true' : undefined}
              className={`${ENTRY} aria-[current]:bg-sunk aria-[current]:text-link`}
            >
              {/* The browser's name for a language may differ from the server's, which is kept. */}
              <span suppressHydrationWarning className="inline-block first-letter:uppercase">
                {ownName(tag)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
