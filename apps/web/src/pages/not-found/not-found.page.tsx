import { linkedPlatforms, pathOf } from '@dipper/site';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { useSite } from '../../site/site.js';
import { usePrefetch } from '../../site/prefetch.js';
import { FigureInsteadOfPlate } from '../../ui/illustration.js';
import { PlateOfState } from '../../ui/plate.js';
import { TextLink } from '../../ui/links/text-link.js';

/** How many platforms to link to, in the order of the configuration. */
const PLATFORMS = 4;

/** Links to the most visited pages. */
function PopularLinks() {
  const { t } = useTranslation('notFound');
  const { t: common } = useTranslation();
  const { config } = useSite();
  const links: readonly (readonly [path: string | null, text: string])[] = [
    ['/', t('action')],
    ...linkedPlatforms(config)
      .slice(0, PLATFORMS)
      .map(({ path, displayName }) => [path, displayName] as const),
    [pathOf('guide'), common('nav.guide')],
    [pathOf('help'), common('footer.help')],
    [pathOf('blog'), common('nav.blog')],
  ];
  return (
    <nav aria-label={t('popular')} className="grid gap-2">
      <h2 className="text-lg">{t('popular')}</h2>
      <ul className="flex flex-wrap gap-x-6">
        {links.map(
          ([path, text]) =>
            path !== null && (
              <li key={path}>
                <TextLink to={path}>{text}</TextLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

/** The 404 page, with the form and popular links. */
export function NotFoundPage() {
  const prefetch = usePrefetch();
  const { t } = useTranslation('notFound');
  useEffect(() => prefetch('home'), [prefetch]);
  return (
    <div className="wrap grid grid-cols-1 gap-10 pt-6 pb-16 sm:pt-14">
      <PageHead title={t('title')} description={t('description')} />
      <div className="plated">
        <h1 tabIndex={-1} className="max-w-2xl text-display">
          {t('heading')}
        </h1>
        <PlateOfState name="footprints" caption={t('plate')} />
        <p className="max-w-xl text-muted sm:text-lg">{t('text')}</p>
      </div>
      <FigureInsteadOfPlate>
        <StartForm />
      </FigureInsteadOfPlate>
      <PopularLinks />
    </div>
  );
}
