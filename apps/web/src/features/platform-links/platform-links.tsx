import { type PlatformEntry, platformEntries } from '@dipper/site';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { SiteLink } from '../../ui/links/site-link.js';

/** How many platforms are visible at first (specification §9). */
const FIRST = 7;

const NAME = 'py-1.5 font-medium';

function Platform({ id, icon, displayName, path }: PlatformEntry) {
  const content = (
    <>
      <PlatformIcon icon={icon} name={displayName} colourOf={id} />
      {displayName}
    </>
  );
  return path === null ? (
    <span className={NAME}>{content}</span>
  ) : (
    <SiteLink to={path} className={`${NAME} hover:text-link`}>
      {content}
    </SiteLink>
  );
}

/** The domain's platforms, each linked to its page. Without scripts, all of them are visible. */
export function PlatformLinks() {
  const { t } = useTranslation('home');
  const platforms = platformEntries(useSite().config);
  const [isOpen, setOpen] = useState(false);
  const more = platforms.length - FIRST;
  return (
    <ul aria-label={t('platformLinks.label')} className="dotted">
      {platforms.map((platform, at) => (
        <li
          key={platform.id}
          className={isOpen || at < FIRST ? 'inline' : 'inline not-noscript:hidden'}
        >
          <Platform {...platform} />
        </li>
      ))}
      {more > 0 && (
        <li className="toggle inline noscript:hidden">
          <button
            type="button"
            aria-expanded={isOpen}
            className="cursor-pointer font-medium text-link hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('platformLinks.less') : t('platformLinks.more', { count: more })}
          </button>
        </li>
      )}
      <li className="inline text-muted">{t('platformLinks.soon')}</li>
    </ul>
  );
}
