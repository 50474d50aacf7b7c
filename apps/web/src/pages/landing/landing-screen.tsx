import { useMemo } from 'react';
import type { LandingText } from '../../content/content-shapes.js';
import { RecentDownloads } from '../../features/recent-downloads/recent-downloads.js';
import { SearchPanel } from '../../features/search/search-panel.js';
import { useFound } from '../../features/search/use-found.js';
import { useSearch } from '../../features/search/use-search.js';
import { loadLinkBox } from '../../features/share/load-link-box.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { laterComponent } from '../../lib/react/later-component.js';
import { useCurrentPage } from '../../site/current-page.js';
import { FigureInsteadOfPlate } from '../../ui/illustration.js';
import { Breadcrumbs } from '../../ui/links/breadcrumbs.js';
import { PageHead } from '../../ui/page-head.js';
import { Plate } from '../../ui/plate.js';
import { Extra } from '../../ui/loading/extra.js';

/**
 * The sections below the form. Their code waits until the visitor becomes active
 * (lib/react/later-component.ts).
 */
export const landingSections = laterComponent(
  'links',
  async () => (await import('./landing-sections.js')).LandingSections,
);

interface LandingScreenProps {
  readonly text: LandingText;
  /** The name of the page in the breadcrumbs. */
  readonly name: string;
  /** The page's plate on the sheet of landing pages. */
  readonly plate: string;
}

/**
 * A platform's page. It starts with the form, followed by what works on this platform and what does
 * not.
 */
export function LandingScreen({ text, name, plate }: LandingScreenProps) {
  const { t } = useTranslation('landing');
  const { t: common } = useTranslation();
  const { offersFirst } = useCurrentPage();
  const search = useSearch();
  const found = useFound(search.state);
  const below = useMemo(
    () => (
      <Extra>
        <landingSections.Component text={text} />
      </Extra>
    ),
    [text],
  );
  const steps = [{ name: common('start'), to: '/' }, { name }];
  return (
    <>
      <PageHead
        title={found ?? text.title}
        isWhole={found !== null}
        description={text.description}
      />
      <div className="wrap grid grid-cols-1 gap-7 pt-6 pb-10 sm:pb-14">
        <Breadcrumbs label={common('trail')} steps={steps} />
        <div className="plated">
          <h1 tabIndex={-1} className="max-w-3xl text-display">
            {text.heading}
          </h1>
          <Plate sheet="landing" name={plate} {...text.plate} />
          <p className="max-w-2xl text-muted sm:text-lg">{text.intro}</p>
          {offersFirst === 'sound' && <p className="max-w-2xl text-muted">{t('sound')}</p>}
        </div>
        <FigureInsteadOfPlate>
          <SearchPanel search={search} share={loadLinkBox} />
        </FigureInsteadOfPlate>
        <RecentDownloads />
      </div>
      {below}
    </>
  );
}
