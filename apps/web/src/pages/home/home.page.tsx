import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useRetention } from '../../i18n/format/use-retention.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { PlatformLinks } from '../../features/platform-links/platform-links.js';
import { RecentDownloads } from '../../features/recent-downloads/recent-downloads.js';
import { SearchPanel } from '../../features/search/search-panel.js';
import { useFound } from '../../features/search/use-found.js';
import { useSearch } from '../../features/search/use-search.js';
import { loadLinkBox } from '../../features/share/load-link-box.js';
import { laterComponent } from '../../lib/react/later-component.js';
import { entryState } from '../../site/entry-state.js';
import { useSite } from '../../site/site.js';
import { StandingFigure } from '../../ui/illustration.js';
import { Extra } from '../../ui/loading/extra.js';
import { firstVisit, visitsAfter } from './visits.js';

/**
 * The sections below the form. Their code waits until the visitor becomes active
 * (lib/react/later-component.ts).
 */
export const homeSections = laterComponent(
  'features',
  async () => (await import('./home-sections.js')).HomeSections,
);

const BELOW = (
  <Extra>
    <homeSections.Component />
  </Extra>
);

/**
 * Identifies the visit to show. The logo starts a new one, so that the home page is fresh even when
 * it shows a result, and Back leads to the earlier visit with its result.
 */
function useVisit(): string {
  const location = useLocation();
  const { key } = location;
  const isPop = useNavigationType() === NavigationType.Pop;
  const [visits, setVisits] = useState(() => firstVisit(key));
  const { after, atTop = false } = entryState(location);
  const next = visitsAfter(visits, key, isPop || atTop, after);
  if (next !== visits) {
    setVisits(next);
  }
  return next.current;
}

/** The home page: the form, its results, and sections about the site. */
export function HomePage() {
  return <Home key={useVisit()} />;
}

function Home() {
  const { t } = useTranslation('home');
  const { branding, seo } = useSite().config;
  const retention = useRetention();
  const search = useSearch();
  const found = useFound(search.state);
  return (
    <>
      <PageHead title={found ?? seo.title} isWhole description={seo.description} />
      <div className="wrap grid grid-cols-1 gap-6 pt-6 pb-16 sm:pt-14">
        <div className="grid max-w-3xl grid-cols-1 gap-4">
          {branding.slogan !== '' && (
            <p className="font-semibold text-accent">
              <bdi>{branding.slogan}</bdi>
            </p>
          )}
          <h1 tabIndex={-1} className="text-display">
            {branding.tagline || branding.name}
          </h1>
          <p className="max-w-xl text-muted sm:text-lg">
            {t(`intro.${branding.targetAudience}`, { name: branding.name })}
          </p>
        </div>
        <StandingFigure>
          <SearchPanel search={search} share={loadLinkBox} />
        </StandingFigure>
        <RecentDownloads />
        <PlatformLinks />
        <p className="text-sm text-muted">{t('promise', { retention })}</p>
      </div>
      {BELOW}
    </>
  );
}
