import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useMediaWords } from '../../i18n/use-media-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { SearchPanel } from '../../features/search/search-panel.js';
import { useSearch } from '../../features/search/use-search.js';
import { useSite } from '../../lib/site.js';
import { usePrefetch } from '../../lib/prefetch.js';
import { SectionEdge, StandingFigure } from '../../ui/illustration.js';
import { FaqSection, FeaturesSection, HowItWorksSection, SupportSection } from './home-sections.js';

const CLAIMS = ['free', 'registration', 'quality', 'watermark', 'platforms'] as const;

/** The start: the form, what it found, and what this is. */
export function HomePage() {
  const prefetch = usePrefetch();
  const { t } = useTranslation('home');
  const { branding, seo } = useSite().config;
  const search = useSearch();
  const { state } = search;
  const words = useMediaWords();
  const found = state.phase === 'result';
  useEffect(() => {
    if (found) {
      prefetch('preview');
    }
  }, [found, prefetch]);
  const title =
    state.phase === 'result'
      ? `${branding.name} | ${words.platform(state.info.platform)} | ${words.title(state.info.title)}`
      : seo.title;
  return (
    <>
      <PageHead title={title} isWhole description={seo.description} />
      <div className="wrap grid grid-cols-1 gap-7 pt-8 pb-10 sm:pt-14 sm:pb-14">
        <div className="grid max-w-3xl grid-cols-1 gap-4">
          {branding.slogan !== '' && (
            <p className="font-semibold text-accent">
              <bdi>{branding.slogan}</bdi>
            </p>
          )}
          <h1 tabIndex={-1} className="text-display">
            {t('heading')}
          </h1>
          <p className="max-w-2xl text-lg text-muted">
            {t(`intro.${branding.targetAudience}`, { name: branding.name })}
          </p>
        </div>
        <StandingFigure onPhones={false}>
          <SearchPanel search={search} />
        </StandingFigure>
        <ul
          aria-label={t('claims.label')}
          className="flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium"
        >
          {CLAIMS.map((claim) => (
            <li key={claim} className="flex items-center gap-1.5">
              <Check aria-hidden size={18} className="text-link" />
              {t(`claims.${claim}`)}
            </li>
          ))}
        </ul>
      </div>
      <SectionEdge />
      <FeaturesSection />
      <AdSlot kind="leaderboard" />
      <HowItWorksSection />
      <FaqSection />
      <AdSlot kind="responsive" />
      <SupportSection />
    </>
  );
}
