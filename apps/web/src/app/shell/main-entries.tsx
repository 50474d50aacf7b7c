import { type LinkedPlatform, pathOf } from '@dipper/site';
import { type ReactNode, useId } from 'react';
import { PageLink, type PageLinkProps } from '../../ui/links/site-link.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { LineIcon } from '../../ui/icons/line-icon.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';

export const ENTRY =
  'flex min-h-11 items-center gap-2.5 rounded-lg px-3 font-medium text-muted hover:bg-sunk hover:text-text';

export function Entry({ to, children }: Pick<PageLinkProps, 'to' | 'children'>) {
  return (
    <li>
      <PageLink to={to} className={ENTRY}>
        {children}
      </PageLink>
    </li>
  );
}

/** The main entries in order. Links to sections lead to the home page. */
export function MainEntries({ platforms }: { readonly platforms: ReactNode }) {
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

export function PlatformsLabel() {
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
export function PlatformList({ heading, platforms }: PlatformListProps) {
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

export function PlatformGroups({ platforms }: Pick<PlatformListProps, 'platforms'>) {
  const { t } = useTranslation();
  return (['video', 'audio'] as const).map((group) => (
    <PlatformList
      key={group}
      heading={t(`nav.${group}`)}
      platforms={platforms.filter(({ kind }) => kind === group)}
    />
  ));
}
