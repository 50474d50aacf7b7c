import { detectPlatform } from '@dipper/media';
import { linkedPlatforms } from '@dipper/site';
import { ArrowUpRight } from 'lucide-react';
import type { LandingText } from '../../content/content-shapes.js';
import { AdSlot } from '../../features/ads/ad-slot.js';
import { LinkedText } from '../../features/reading/linked-text.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useCurrentPage } from '../../site/current-page.js';
import { useSite } from '../../site/site.js';
import { SiteLink } from '../../ui/links/site-link.js';
import { Faq } from '../../ui/faq.js';

/**
 * The links that work. Openly licensed examples can be tried: `?url=` fills in the form with and
 * without scripts.
 */
function LandingLinks({ links }: { readonly links: LandingText['links'] }) {
  const { t } = useTranslation('landing');
  const { supportedPlatforms } = useSite().config;
  // The server refuses links of platforms that the domain has disabled.
  const off = new Set<string>(
    supportedPlatforms.filter(({ enabled }) => !enabled).map(({ id }) => id),
  );
  const shapes = links.shapes.filter(({ example }) => !off.has(detectPlatform(example)?.id ?? ''));
  return (
    <section id="links" className="bg-sunk py-12 sm:py-16">
      <div className="wrap grid grid-cols-1 gap-6">
        <div className="grid max-w-3xl gap-3">
          <h2 className="text-title">{links.heading}</h2>
          <p className="text-muted">
            <LinkedText>{links.text}</LinkedText>
          </p>
        </div>
        <ul className="card divide-y divide-line">
          {shapes.map(({ example, what, license }) => (
            <li
              key={example}
              className="grid grid-cols-1 items-center gap-x-6 px-4 py-3 sm:grid-cols-[1fr_auto] sm:px-5"
            >
              <div className="grid grid-cols-1 gap-0.5">
                <p>
                  <span className="font-semibold">{what}</span>
                  {license !== undefined && (
                    <span className="text-sm text-muted"> · {license}</span>
                  )}
                </p>
                <p
                  dir="ltr"
                  className="max-w-full justify-self-start text-sm wrap-anywhere text-muted"
                >
                  {example}
                </p>
              </div>
              {license !== undefined && (
                <SiteLink
                  to={{ search: `?url=${encodeURIComponent(example)}` }}
                  aria-label={t('tryLabel', { link: example })}
                  className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-medium text-link"
                >
                  {t('try')}
                  <ArrowUpRight aria-hidden size={18} className="rtl:-scale-x-100" />
                </SiteLink>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function LandingFormats({ formats }: { readonly formats: LandingText['formats'] }) {
  return (
    <section className="py-12 sm:py-16">
      <div className="wrap grid grid-cols-1 gap-6 lg:grid-cols-[20rem_1fr] lg:gap-12">
        <div className="grid content-start gap-3">
          <h2 className="text-title">{formats.heading}</h2>
          <p className="text-muted">
            <LinkedText>{formats.text}</LinkedText>
          </p>
        </div>
        <dl className="divide-y divide-line border-y border-line">
          {formats.rows.map(({ name, detail }) => (
            <div key={name} className="grid gap-1 py-4 sm:grid-cols-[12rem_1fr] sm:gap-6">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-muted">{detail}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function LandingSteps({ steps }: { readonly steps: LandingText['steps'] }) {
  return (
    <section className="bg-sunk py-12 sm:py-16">
      <div className="wrap grid grid-cols-1 gap-8">
        <h2 className="text-title">{steps.heading}</h2>
        <ol className="grid grid-cols-1 gap-8 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {steps.items.map(({ title, text }, at) => (
            <li key={title} className="grid content-start gap-2">
              <span aria-hidden className="font-bold text-accent tabular-nums">
                {at + 1}
              </span>
              <h3 className="text-lg">{title}</h3>
              <p className="text-muted">
                <LinkedText>{text}</LinkedText>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function LandingLimits({ limits }: { readonly limits: LandingText['limits'] }) {
  return (
    <section className="pt-12 sm:pt-16">
      <div className="wrap grid grid-cols-1 gap-6">
        <h2 className="text-title">{limits.heading}</h2>
        <ul className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-2">
          {limits.items.map(({ what, why }) => (
            <li key={what} className="grid content-start gap-1 border-s-2 border-accent ps-4">
              <h3 className="text-base">{what}</h3>
              <p className="text-muted">
                <LinkedText>{why}</LinkedText>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Links to this domain's other platforms. */
function RelatedPlatforms() {
  const { t } = useTranslation('landing');
  const { config } = useSite();
  const { page, params } = useCurrentPage();
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

export function LandingSections({ text }: { readonly text: LandingText }) {
  return (
    <>
      <LandingLinks links={text.links} />
      <LandingFormats formats={text.formats} />
      <AdSlot kind="leaderboard" />
      <LandingSteps steps={text.steps} />
      <LandingLimits limits={text.limits} />
      <section className="py-12 sm:py-16">
        <div className="wrap grid grid-cols-1 gap-6">
          <h2 className="text-title">{text.questions.heading}</h2>
          <Faq
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
