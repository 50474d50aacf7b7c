import type { ReactNode } from 'react';
import type { Heading } from '../../content/content-shapes.js';
import type { TextLanguage } from '../../content/use-content.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { Breadcrumbs } from '../../ui/links/breadcrumbs.js';
import { Contents } from './contents.js';

interface ReadingFrameProps {
  /** Pages between the home page and this one, for the breadcrumbs. */
  readonly above?: readonly { readonly name: string; readonly to: string }[];
  readonly name: string;
  readonly heading: string;
  readonly intro?: string | undefined;
  /** The page's plate, shown next to the heading. */
  readonly plate?: ReactNode;
  /** Below the heading: dates, notices or a search field. */
  readonly facts?: ReactNode;
  readonly headings?: readonly Heading[];
  /** The language of the name, heading and intro, if it differs from the page's. */
  readonly language?: TextLanguage;
  /** The language of `headings`, if it differs from the page's. */
  readonly textLanguage?: TextLanguage;
  readonly children: ReactNode;
}

/**
 * The layout of pages for reading: breadcrumbs, a heading, and a table of contents next to the
 * text.
 */
export function ReadingFrame(props: ReadingFrameProps) {
  const {
    above = [],
    name,
    heading,
    intro,
    plate,
    facts,
    headings = [],
    language = {},
    textLanguage = {},
    children,
  } = props;
  const { t } = useTranslation();
  const steps = [{ name: t('start'), to: '/' }, ...above, { name, lang: language.lang }];
  return (
    <div className="wrap grid grid-cols-1 gap-8 pt-6 pb-16 sm:pb-24">
      <header className="grid grid-cols-1 gap-4">
        <Breadcrumbs label={t('trail')} steps={steps} />
        <div className="plated">
          <h1 {...language} tabIndex={-1} className="max-w-3xl text-display">
            {heading}
          </h1>
          {plate}
          {intro !== undefined && (
            <p
              {...language}
              // On phones, the text flows around the plate in a narrow column.
              className={`max-w-3xl text-muted ${plate === undefined ? 'text-lg' : 'sm:text-lg'}`}
            >
              {intro}
            </p>
          )}
          {facts !== undefined && <div className="max-w-3xl">{facts}</div>}
        </div>
      </header>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,42rem)_20rem] lg:justify-between">
        <div className="min-w-0 empty:hidden lg:order-last">
          <Contents headings={headings} language={textLanguage} />
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}
