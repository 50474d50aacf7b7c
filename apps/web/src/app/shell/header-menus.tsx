import { type LinkedPlatform, linkedPlatforms, pathOf } from '@dipper/site';
import { type ReactNode, useId } from 'react';
import { LANGUAGES } from '../../i18n/languages.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { buttonClass } from '../../ui/buttons/button.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { PageLink, type PageLinkProps } from '../../ui/links/site-link.js';
import { Account } from './account.js';
import { Disclosure, ENTRY } from './disclosure.js';
import { LanguageMenu } from './language-menu.js';
import { ThemeMenu } from './theme-menu.js';

function Entry({ to, children }: Pick<PageLinkProps, 'to' | 'children'>) {
  return (
    <li>
      <PageLink to={to} className={ENTRY}>
        {children}
      </PageLink>
    </li>
  );
}

/** The main entries in order. Links to sections lead to the home page. */
function MainEntries({ platforms }: { readonly platforms: ReactNode }) {
  const { t } = useTranslation();
  const [guide, blog] = [pathOf('guide'), pathOf('blog')];
  return (
    <>
      <Entry to={{ pathname: '/', hash: '#features' }}>{t('nav.features')}</Entry>
      {platforms !== null && <li>{platforms}</li>}
      <Entry to={{ pathname: '/', hash: '#how-it-works' }}>{t('nav.howItWorks')}</Entry>
      {guide !== null && <Entry to={guide}>{t('nav.guide')}</Entry>}
      {blog !== null && <Entry to={blog}>{t('nav.blog')}</Entry>}
    </>
  );
}

function PlatformsLabel() {
  const { t } = useTranslation();
  return (
    <>
      {t('nav.platforms')}
      <LineIcon
        icon="ChevronDown"
        className="ms-auto transition-transform [[open]>summary>&]:rotate-180"
      />
    </>
  );
}

interface PlatformListProps {
  readonly heading: string;
  readonly platforms: readonly LinkedPlatform[];
}

/** A list of platforms under a heading; renders nothing if there are none. */
function PlatformList({ heading, platforms }: PlatformListProps) {
  const id = useId();
  if (platforms.length === 0) {
    return null;
  }
  return (
    <div>
      <p id={id} className="px-3 py-1.5 text-sm font-semibold">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {platforms.map(({ id: platform, displayName, icon, path }) => (
          <Entry key={platform} to={path}>
            <PlatformIcon icon={icon} name={displayName} colourOf={platform} />
            {displayName}
          </Entry>
        ))}
      </ul>
    </div>
  );
}

function PlatformGroups({ platforms }: Pick<PlatformListProps, 'platforms'>) {
  const { t } = useTranslation();
  return (['video', 'audio'] as const).map((group) => (
    <PlatformList
      key={group}
      heading={t(`nav.${group}`)}
      platforms={platforms.filter(({ kind }) => kind === group)}
    />
  ));
}

/** Shown in this order in the menu on small screens (specification §2). */
const POPULAR = ['youtube', 'tiktok', 'xiaohongshu', 'twitter', 'facebook'];

/** The navigation on wide screens, and the settings. */
export function MainMenus() {
  const { t } = useTranslation();
  const { config } = useSite();
  const platforms = linkedPlatforms(config);
  return (
    <>
      <nav id="main-menus" aria-label={t('nav.label')} className="relative max-lg:hidden">
        <ul className="flex">
          <MainEntries
            platforms={
              platforms.length > 0 ? (
                <Disclosure label={<PlatformsLabel />} labelClass={`${ENTRY} cursor-pointer`}>
                  <div className="card rise absolute end-0 top-full grid w-136 grid-cols-2 gap-x-2 p-3">
                    <PlatformGroups platforms={platforms} />
                  </div>
                </Disclosure>
              ) : null
            }
          />
        </ul>
      </nav>
      <LanguageMenu languages={LANGUAGES} />
      {config.features.darkMode && <ThemeMenu />}
    </>
  );
}

/** The menu of the header on small screens. */
export function SmallMenu() {
  const { t } = useTranslation();
  const platforms = linkedPlatforms(useSite().config);
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
      <nav id="small-menu" aria-label={t('nav.menu')} className="absolute inset-x-0 top-full">
        <div className="card rise mx-4 grid grid-cols-1 gap-2 p-2">
          <ul>
            <MainEntries
              platforms={
                platforms.length > 0 ? (
                  <details>
                    <summary className={`${ENTRY} list-none cursor-pointer`}>
                      <PlatformsLabel />
                    </summary>
                    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] ps-3">
                      <PlatformGroups platforms={platforms} />
                    </div>
                  </details>
                ) : null
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
