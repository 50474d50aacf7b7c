import './prose.css';
import type { ReactNode } from 'react';
import { usePageText } from '../../content/use-content.js';
import { useTextLanguage } from '../../content/use-text-language.js';
import { useDates } from '../../i18n/format/use-dates.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { LegalSummary } from './legal-summary.js';
import { ReadingFrame } from './reading-frame.js';
import { TEXT_PARTS } from './text-parts.js';

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
