import { Account } from './account.js';
import { MAIN_MENUS, SMALL_MENU } from './later-parts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageLink } from '../../ui/links/site-link.js';
import { useSite } from '../../site/site.js';
import { BrandMark } from '../../ui/illustration.js';

/**
 * The header with logo, navigation and settings. It scrolls with the page, so that it never covers
 * a focused element, and a phone can use its full height for the formats.
 */
export function SiteHeader() {
  return (
    <header className="relative z-20">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-end">
        <div className="me-auto min-w-0">
          <Brand />
        </div>
        {MAIN_MENUS}
        <Account place="bar" />
        {SMALL_MENU}
      </div>
    </header>
  );
}

export function Brand() {
  const { t } = useTranslation();
  const { name } = useSite().config.branding;
  return (
    <PageLink
      to="/"
      state={{ atTop: true }}
      aria-label={t('home', { name })}
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg font-display text-lg"
    >
      <BrandMark className="size-9" />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </PageLink>
  );
}
