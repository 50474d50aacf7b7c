import { ChevronDown, Layers, ListChecks, Timer } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { ButtonLink } from '../../ui/button.js';

const FEATURES = [
  { id: 'real', Icon: ListChecks },
  { id: 'whole', Icon: Layers },
  { id: 'private', Icon: Timer },
] as const;
const STEPS = ['paste', 'pick', 'keep'] as const;
const QUESTIONS = ['content', 'install', 'storage', 'formats', 'free'] as const;

/** What it does well: three items. */
export function FeaturesSection() {
  const { t } = useTranslation('home');
  return (
    <section id="features" tabIndex={-1} className="bg-sunk pt-8 pb-14 sm:pt-10 sm:pb-20">
      <div className="wrap grid grid-cols-1 gap-8">
        <h2 className="text-title">{t('features.heading')}</h2>
        <ul className="grid grid-cols-1 gap-8 md:grid-cols-3">
          {FEATURES.map(({ id, Icon }) => (
            <li key={id} className="grid grid-cols-1 content-start gap-2">
              <Icon aria-hidden size={28} className="text-link" strokeWidth={1.75} />
              <h3 className="text-lg">{t(`features.items.${id}.title`)}</h3>
              <p className="text-muted">{t(`features.items.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Three steps, in order. */
export function HowItWorksSection() {
  const { t } = useTranslation('home');
  return (
    <section id="how-it-works" tabIndex={-1} className="py-14 sm:py-20">
      <div className="wrap grid grid-cols-1 gap-8">
        <h2 className="text-title">{t('how.heading')}</h2>
        <ol className="grid grid-cols-1 gap-8 md:grid-cols-3">
          {STEPS.map((step, at) => (
            <li
              key={step}
              className="grid grid-cols-1 content-start gap-2 border-t-2 border-primary pt-4"
            >
              <span aria-hidden className="text-sm font-bold text-accent tabular-nums">
                {at + 1}
              </span>
              <h3 className="text-lg">{t(`how.steps.${step}.title`)}</h3>
              <p className="text-muted">{t(`how.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Five questions with their answers. */
export function FaqSection() {
  const { t } = useTranslation('home');
  return (
    <section id="faq" tabIndex={-1} className="bg-sunk py-14 sm:py-20">
      <div className="wrap grid grid-cols-1 gap-6">
        <h2 className="text-title">{t('faq.heading')}</h2>
        <div className="divide-y divide-line border-y border-line">
          {QUESTIONS.map((question) => (
            <details key={question} className="group">
              <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 text-lg font-semibold">
                {t(`faq.items.${question}.question`)}
                <ChevronDown
                  aria-hidden
                  size={22}
                  className="shrink-0 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="max-w-3xl pb-5 text-muted">{t(`faq.items.${question}.answer`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Where a person can be written to; nothing where the operator gives no address. */
export function SupportSection() {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const { email } = useSite().config.contact;
  if (email === '') {
    return null;
  }
  return (
    <section className="py-14 sm:py-20">
      <div className="wrap flex flex-wrap items-center justify-between gap-5">
        <div className="grid grid-cols-1 gap-1">
          <h2 className="text-title">{t('support.heading')}</h2>
          <p className="text-muted">{t('support.text')}</p>
        </div>
        <ButtonLink variant="quiet" href={`mailto:${email}`}>
          {common('contact')}
        </ButtonLink>
      </div>
    </section>
  );
}
