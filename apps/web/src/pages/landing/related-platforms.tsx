import { useTranslation } from '../../i18n/use-translation.js';
import { useHere } from '../../lib/here.js';
import { useSite } from '../../lib/site.js';
import { SiteLink } from '../../ui/site-link.js';

/** The pages of the other platforms of this domain. */
export function RelatedPlatforms() {
  const { t } = useTranslation('landing');
  const { supportedPlatforms } = useSite().config;
  const { params } = useHere();
  const others = supportedPlatforms
    .filter(({ id, enabled }) => enabled && id !== params.platform)
    .sort((a, b) => a.priority - b.priority || a.displayName.localeCompare(b.displayName, 'en'));
  if (others.length === 0) {
    return null;
  }
  return (
    <nav aria-label={t('related')} className="pb-16">
      <div className="wrap grid grid-cols-1 gap-4">
        <h2 className="text-lg">{t('related')}</h2>
        <ul className="flex flex-wrap gap-2">
          {others.map(({ id, displayName }) => (
            <li key={id}>
              <SiteLink to={`/${id}-downloader`} className="button border border-edge px-4">
                {displayName}
              </SiteLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
