import { siteName } from '@dipper/media';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  forgetRecentResults,
  recentResults,
} from '../../features/search/offline/recent-results.js';
import { useMediaWords } from '../../entities/media/use-media-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { useMounted } from '../../lib/react/use-mounted.js';
import { Button } from '../../ui/buttons/button.js';
import { StandingFigure, usePlateSheets } from '../../ui/illustration.js';
import { PageHead } from '../../ui/page-head.js';
import { Plate } from '../../ui/plate.js';
import { TextLink } from '../../ui/links/text-link.js';
import { backPath } from './back-path.js';

/** This browser's last results. */
function LastResults() {
  const { t } = useTranslation('offline');
  const words = useMediaWords();
  const [results, setResults] = useState(recentResults);
  if (results.length === 0) {
    return null;
  }
  const forget = () => {
    forgetRecentResults();
    setResults([]);
  };
  return (
    <section className="grid grid-cols-1 justify-items-start gap-4">
      <h2 className="text-title">{t('last.heading')}</h2>
      <ul className="grid w-full max-w-3xl grid-cols-1 divide-y divide-line border-y border-line">
        {results.map(({ link, title, uploader }) => (
          <li key={link} className="py-3">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {words.title(title)}
            </p>
            <p className="text-muted">{[siteName(link), uploader].filter(Boolean).join(' · ')}</p>
            <TextLink kind="address" href={link} dir="ltr">
              {link}
            </TextLink>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={forget}>
        {t('last.forget')}
      </Button>
    </section>
  );
}

/** Shown by the service worker if the requested page cannot be fetched. */
export function OfflinePage() {
  const { t } = useTranslation('offline');
  const { t: common } = useTranslation();
  const { name } = useSite().config.branding;
  const { search } = useLocation();
  const mounted = useMounted();
  const hasPlates = usePlateSheets() !== undefined;
  const again = (
    <Button
      variant="primary"
      size="large"
      onClick={() => window.location.replace(backPath(search))}
    >
      {common('again')}
    </Button>
  );
  return (
    <div className="wrap grid grid-cols-1 gap-8 pt-8 pb-16 sm:pt-14 sm:pb-24">
      <PageHead title={t('title')} description={t('description', { name })} />
      <div className="plated">
        <h1 tabIndex={-1} className="text-display">
          {t('heading')}
        </h1>
        <Plate sheet="offline" name="offline" description={t('plate')} />
        <p className="max-w-xl text-muted sm:text-lg">{t('text', { name })}</p>
        {hasPlates && <div>{again}</div>}
      </div>
      {!hasPlates && (
        <StandingFigure>
          <div className="card p-5">{again}</div>
        </StandingFigure>
      )}
      {mounted && <LastResults />}
    </div>
  );
}
