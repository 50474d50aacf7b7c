import type { LandingText } from '../../content/content-shapes.js';
import { LinkedText } from '../../features/reading/linked-text.js';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { Returning } from '../../features/returning/returning.js';
import { SearchPanel } from '../../features/search/search-panel.js';
import { useFound } from '../../features/search/use-found.js';
import { useSearch } from '../../features/search/use-search.js';
import { loadLinkBox } from '../../features/share/load-link-box.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useHere } from '../../site/here.js';
import { Breadcrumbs } from '../../ui/links/breadcrumbs.js';
import { PageHead } from '../../ui/page-head.js';
import { Plate } from '../../ui/plate.js';
import { Questions } from '../../ui/questions.js';
import { LandingFormats, LandingLimits, LandingLinks, LandingSteps } from './landing-sections.js';
import { linkedPlatforms } from '@dipper/site';
import { useSite } from '../../site/site.js';
import { SiteLink } from '../../ui/links/site-link.js';

/** Links to the pages of this domain's other platforms. */
function RelatedPlatforms() {
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

interface LandingScreenProps {
  readonly text: LandingText;
  /** The name of the page in the breadcrumbs. */
  readonly name: string;
}

/**
 * The page of a platform. It starts with the form, followed by what works on this platform and what
 * does not.
 */
export function LandingScreen({ text, name }: LandingScreenProps) {
  const { t } = useTranslation('landing');
  const { t: common } = useTranslation();
  const { wish } = useHere();
  const search = useSearch();
  const found = useFound(search.state);
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
        <div className="grid grid-cols-1 items-end gap-7 lg:grid-cols-[1fr_20rem]">
          <div className="grid max-w-3xl grid-cols-1 gap-4">
            <h1 tabIndex={-1} className="text-display">
              {text.heading}
            </h1>
            <p className="max-w-2xl text-lg text-muted">{text.intro}</p>
            {wish === 'sound' && <p className="max-w-2xl text-muted">{t('sound')}</p>}
          </div>
          <Plate {...text.plate} className="max-lg:hidden" />
        </div>
        <SearchPanel search={search} share={loadLinkBox} />
        <Returning />
      </div>
      <LandingLinks links={text.links} />
      <LandingFormats formats={text.formats} />
      <AdSlot kind="leaderboard" />
      <LandingSteps steps={text.steps} />
      <LandingLimits limits={text.limits} />
      <section className="py-12 sm:py-16">
        <div className="wrap grid grid-cols-1 gap-6">
          <Plate {...text.plate} className="w-full max-w-sm lg:hidden" />
          <h2 className="text-title">{text.questions.heading}</h2>
          <Questions
            items={text.questions.items.map(({ question, answer }) => ({
              question,
              answer: <LinkedText>{answer}</LinkedText>,
            }))}
          />
        </div>
      </section>
      <AdSlot kind="responsive" />
      <RelatedPlatforms />
    </>
  );
}
