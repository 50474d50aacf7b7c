import { type LinkedPlatform, linkedPlatforms, pathOf } from '@dipper/site';
import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { buttonClass } from '../../ui/buttons/button.js';
import { Account } from './account.js';
import { Brand } from './brand.js';
import { Disclosure } from './disclosure.js';
import { LanguageMenu } from './language-menu.js';
import {
  ENTRY,
  Entry,
  MainEntries,
  PlatformGroups,
  PlatformList,
  PlatformsLabel,
} from './main-entries.js';
import { ThemeMenu } from './theme-menu.js';

/** Shown in this order in the menu on small screens (specification §2). */
const POPULAR = ['youtube', 'tiktok', 'xiaohongshu', 'twitter', 'facebook'];

interface PlatformsProps {
  readonly platforms: readonly LinkedPlatform[];
}

function WideNavigation({ platforms }: PlatformsProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.label')} className="relative max-lg:hidden">
      <ul className="flex">
        <MainEntries
          platforms={
            platforms.length > 0 && (
              <Disclosure label={<PlatformsLabel />} labelClass={`${ENTRY} cursor-pointer`}>
                <div className="card rise absolute end-0 top-full grid w-136 grid-cols-2 gap-x-2 p-3">
                  <PlatformGroups platforms={platforms} />
                </div>
              </Disclosure>
            )
          }
        />
      </ul>
    </nav>
  );
}

function SmallMenu({ platforms }: PlatformsProps) {
  const { t } = useTranslation();
  const help = pathOf('help');
  const popular = POPULAR.flatMap((id) => platforms.find((it) => it.id === id) ?? []);
  const label = (
    <>
      <LineIcon icon="X" className="not-group-open:hidden" />
      <LineIcon icon="Menu" className="group-open:hidden" />
      {t('nav.menu')}
    </>
  );
  return (
    <Disclosure
      label={label}
      labelClass={buttonClass({ variant: 'quiet', className: 'ms-2' })}
      className="lg:hidden"
    >
      <nav aria-label={t('nav.menu')} className="absolute inset-x-0 top-full">
        <div className="card rise mx-4 grid grid-cols-1 gap-2 p-2">
          <ul>
            <MainEntries
              platforms={
                platforms.length > 0 && (
                  <details>
                    <summary className={`${ENTRY} list-none cursor-pointer`}>
                      <PlatformsLabel />
                    </summary>
                    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] ps-3">
                      <PlatformGroups platforms={platforms} />
                    </div>
                  </details>
                )
              }
            />
            {/* On wide screens, it is in the footer, which is far away on a phone. */}
            {help !== null && <Entry to={help}>{t('footer.help')}</Entry>}
          </ul>
          <Account place="menu" />
          <PlatformList heading={t('nav.popular')} platforms={popular} />
        </div>
      </nav>
    </Disclosure>
  );
}

/**
 * The header with logo, navigation and settings. It scrolls with the page, so that it never covers
 * a focused element, and a phone can use its full height for the formats.
 */
export function SiteHeader() {
  const { config } = useSite();
  const platforms = linkedPlatforms(config);
  return (
    <header className="relative z-20">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-end">
        <div className="me-auto min-w-0">
          <Brand />
        </div>
        <WideNavigation platforms={platforms} />
        <LanguageMenu languages={LANGUAGES} />
        {config.features.darkMode && <ThemeMenu />}
        <Account place="bar" />
        <SmallMenu platforms={platforms} />
      </div>
    </header>
  );
}
