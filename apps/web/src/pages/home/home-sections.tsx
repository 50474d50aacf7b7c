import { AdSlot } from '../../features/ads/ad-slot.js';
import { LinkedText } from '../../features/reading/linked-text.js';
import { useRetention } from '../../i18n/format/use-retention.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { BelowEdge, usePlateSheets } from '../../ui/illustration.js';
import { Plate } from '../../ui/plate.js';
import { Faq } from '../../ui/faq.js';
import { TextLink } from '../../ui/links/text-link.js';

/** Claims that the specification requires on the home page. */
const CLAIMS = ['free', 'registration', 'quality', 'watermark', 'platforms'] as const;
const FEATURES = [
  { id: 'real', plate: 'stones' },
  { id: 'whole', plate: 'confluence' },
  { id: 'private', plate: 'leaf' },
] as const;
/** The home page's links, other than those to platforms. */
export const HOME_READING = [
  { id: 'silent', path: '/blog/no-sound-at-1080p' },
  { id: 'format', path: '/blog/mp4-webm-mkv' },
  { id: 'flight', path: '/blog/podcasts-for-a-flight' },
  { id: 'copyright', path: '/blog/copyright-in-plain-words' },
  { id: 'guide', path: '/how-to-download-videos' },
] as const;
const STEPS = ['paste', 'pick', 'keep'] as const;

/** The five questions of the home page. The one about storage differs on domains with accounts. */
export function homeQuestions(hasAccounts: boolean) {
  return ['content', 'install', hasAccounts ? 'account' : 'storage', 'formats', 'free'] as const;
}

/** An item's styles: next to a plate, or below a line. */
const PLATED =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] content-start gap-x-5 gap-y-6 md:grid-cols-1';
const LINED = 'border-t-4 border-primary pt-5';

/** The three features, with plates if the brand has any. */
function FeaturesSection() {
  const { t } = useTranslation('home');
  const hasPlates = usePlateSheets() !== undefined;
  return (
    <section className="py-8 sm:py-12">
      <div className="wrap grid grid-cols-1 gap-8 sm:gap-10">
        <div className="grid grid-cols-1 gap-3">
          <h2 id="features" tabIndex={-1} className="text-title">
            {t('features.heading')}
          </h2>
          <ul aria-label={t('claims.label')} className="dotted leading-relaxed text-muted">
            {CLAIMS.map((claim) => (
              <li key={claim} className="inline">
                <span>{t(`claims.${claim}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <ul className="grid grid-cols-1 gap-10 md:grid-cols-3 md:gap-8 lg:gap-12">
          {FEATURES.map(({ id, plate }) => (
            <li key={id} className={hasPlates ? PLATED : LINED}>
              <Plate
                sheet="home"
                name={plate}
                description={t(`features.items.${id}.plate`)}
                caption={t(`features.items.${id}.caption`)}
              />
              <div className="grid grid-cols-1 content-start gap-2">
                <h3 className="text-lg">{t(`features.items.${id}.title`)}</h3>
                <p className="text-muted">{t(`features.items.${id}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The three steps, each drawn a little deeper than the one before. */
function HowItWorksSection() {
  const { t } = useTranslation('home');
  return (
    <section className="py-8 sm:py-12">
      <div className="wrap grid grid-cols-1 gap-8 sm:gap-10">
        <h2 id="how-it-works" tabIndex={-1} className="text-title">
          {t('how.heading')}
        </h2>
        <ol className="steps">
          {STEPS.map((step, at) => (
            <li key={step}>
              <span aria-hidden className="step">
                {at + 1}
              </span>
              <div className="grid grid-cols-1 content-start gap-2">
                <h3 className="text-lg">{t(`how.steps.${step}.title`)}</h3>
                <p className="text-muted">{t(`how.steps.${step}.text`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function FaqSection() {
  const { t } = useTranslation('home');
  const hasAccounts = useSite().config.authentication_enabled;
  const retention = useRetention();
  const items = homeQuestions(hasAccounts).map((question) => ({
    question: t(`faq.items.${question}.question`),
    answer: <LinkedText>{t(`faq.items.${question}.answer`, { retention })}</LinkedText>,
  }));
  return (
    <section className="py-8 sm:py-12">
      <div className="wrap grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
        <h2 id="faq" tabIndex={-1} className="text-title">
          {t('faq.heading')}
        </h2>
        <Faq items={items} />
      </div>
    </section>
  );
}

/** Links to posts, each worded as the question that the post answers. */
function ReadingSection() {
  const { t } = useTranslation('home');
  return (
    <section className="py-8 sm:py-12">
      <div className="wrap grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
        <h2 className="text-title">{t('reading.heading')}</h2>
        <ul className="grid gap-2">
          {HOME_READING.map(({ id, path }) => (
            <li key={id}>
              <TextLink to={path}>{t(`reading.items.${id}`)}</TextLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The support link; renders nothing if no email address is configured. */
function SupportSection() {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const { email } = useSite().config.contact;
  if (email === '') {
    return null;
  }
  return (
    <section className="py-8 sm:py-12">
      <div className="wrap grid grid-cols-1 justify-items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
        <h2 className="text-title">{t('support.heading')}</h2>
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">{t('support.text')}</p>
          <ButtonLink variant="quiet" href={`mailto:${email}`}>
            {common('contact')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** Everything below the form. */
export function HomeSections() {
  return (
    <BelowEdge>
      <FeaturesSection />
      <AdSlot kind="leaderboard" />
      <HowItWorksSection />
      <FaqSection />
      <ReadingSection />
      <AdSlot kind="responsive" />
      <SupportSection />
    </BelowEdge>
  );
}
