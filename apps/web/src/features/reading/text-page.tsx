import type { ReactNode } from 'react';
import { usePageText, useTextLanguage } from '../../content/use-content.js';
import { useDates } from '../../i18n/format/use-dates.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { ReadingFrame } from './reading-frame.js';
import { TEXT_PARTS } from './text-parts.js';
import { DEFAULT_LANGUAGE } from '@dipper/site';

import './prose.css';

interface TextPageProps {
  /** The text's file in content/{language}, for example "privacy". */
  readonly text: string;
  /** Interactive content above the text. */
  readonly children?: ReactNode;
  /** Components that this text may use besides the usual ones. */
  readonly parts?: object;
}

/** A page that consists of one MDX text. */
export function TextPage({ text, children, parts }: TextPageProps) {
  const { t } = useTranslation('reading');
  const day = useDates();
  const language = useTextLanguage(text);
  const { meta, headings, default: Body } = usePageText(text);
  const facts = meta.updated !== undefined && (
    <p className="text-[0.9375rem] text-muted">
      <time dateTime={meta.updated}>{t('updated', { date: day(meta.updated) })}</time>
    </p>
  );
  return (
    <ReadingFrame
      name={meta.title}
      heading={meta.heading}
      intro={meta.intro}
      facts={facts}
      headings={headings}
      language={language}
      textLanguage={language}
    >
      <PageHead title={meta.title} description={meta.description} />
      {children}
      <LegalSummary text={text} />
      <div {...language} className="prose">
        <Body components={{ ...TEXT_PARTS, ...parts }} />
      </div>
    </ReadingFrame>
  );
}

/** The texts of which only the English version is binding. */
const BINDING = ['privacy', 'terms', 'dmca', 'cookies'] as const;

/** Summarizes a legal text in the page's language; renders nothing for other and English texts. */
function LegalSummary({ text }: { readonly text: string }) {
  const { t, i18n } = useTranslation('legal');
  const key = BINDING.find((it) => it === text);
  return (
    key !== undefined &&
    i18n.language !== DEFAULT_LANGUAGE && (
      <section className="card mb-10 grid gap-3 p-5 sm:p-6">
        <p className="font-semibold">{t('binding')}</p>
        <p>{t(key)}</p>
      </section>
    )
  );
}
