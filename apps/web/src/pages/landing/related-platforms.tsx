import { linkedPlatforms } from '@dipper/site';
import { useTranslation } from '../../i18n/use-translation.js';
import { useHere } from '../../site/here.js';
import { useSite } from '../../site/site.js';
import { SiteLink } from '../../ui/links/site-link.js';

/** Links to the pages of this domain's other platforms. */
export function RelatedPlatforms() {
  const { t } = useTranslation('landing');
  const { config } = useSite();
  const { page, params } = useHere();
  // The podcast page belongs to no single platform.
  const own = page === 'landing' ? params.platform : undefined;
  const others = linkedPlatforms(config).filter(({ id }) => id !== own);
  if (others.length === 0) {
    return null;
  }
  return (
    <nav aria-label={t('related')} className="pb-16">
      <div className="wrap grid grid-cols-1 gap-4">
        <h2 className="text-lg">{t('related')}</h2>
        <ul className="flex flex-wrap gap-2">
          {others.map(({ id, displayName, path }) => (
            <li key={id}>
              <SiteLink to={path} className="button border border-edge px-4">
                {displayName}
              </SiteLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
