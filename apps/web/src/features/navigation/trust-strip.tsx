import { type PlatformEntry, platformEntries } from '@dipper/site';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { Button } from '../../ui/buttons/button.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { SiteLink } from '../../ui/links/site-link.js';

/** The number of platforms that are visible at first (specification §9). */
const FIRST = 7;

const CHIP =
  'flex min-h-11 items-center gap-2 rounded-full border border-line px-3.5 font-medium wrap-anywhere';

function Platform({ id, icon, displayName, path }: PlatformEntry) {
  const content = (
    <>
      <PlatformIcon icon={icon} name={displayName} colourOf={id} />
      {displayName}
    </>
  );
  return path === null ? (
    <span className={CHIP}>{content}</span>
  ) : (
    <SiteLink to={path} className={`${CHIP} hover:border-edge hover:bg-sunk`}>
      {content}
    </SiteLink>
  );
}

/**
 * The domain's platforms, each of which links to its page. Without scripts, all of them are
 * visible.
 */
export function TrustStrip() {
  const { t } = useTranslation('home');
  const platforms = platformEntries(useSite().config);
  const [isOpen, setOpen] = useState(false);
  const more = platforms.length - FIRST;
  return (
    <ul aria-label={t('trust.label')} className="flex flex-wrap items-center gap-2">
      {platforms.map((platform, at) => (
        <li key={platform.id} className={isOpen || at < FIRST ? '' : 'not-noscript:hidden'}>
          <Platform {...platform} />
        </li>
      ))}
      {more > 0 && (
        <li className="noscript:hidden">
          <Button
            variant="plain"
            tone="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('trust.less') : t('trust.more', { count: more })}
          </Button>
        </li>
      )}
      <li className="px-2 text-muted">{t('trust.soon')}</li>
    </ul>
  );
}
