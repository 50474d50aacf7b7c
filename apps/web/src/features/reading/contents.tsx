import type { Heading } from '../../content/content-shapes.js';
import type { TextLanguage } from '../../content/use-content.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { FoldArrow } from '../../ui/icons/fold-arrow.js';
import { SiteLink } from '../../ui/links/site-link.js';

/** A text's table of contents: next to the text if there is room, otherwise collapsed above it. */
export function Contents({
  headings,
  language,
}: {
  readonly headings: readonly Heading[];
  readonly language: TextLanguage;
}) {
  const { t } = useTranslation('reading');
  if (headings.length < 3) {
    return null;
  }
  const list = (
    <ol {...language} className="grid gap-0.5 text-[0.9375rem]">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <SiteLink
            to={{ hash: id }}
            className="inline-block py-1.5 leading-tight text-muted hover:text-text"
          >
            {text}
          </SiteLink>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <details className="card px-4 py-2 lg:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-semibold">
          {t('contents')}
          <FoldArrow />
        </summary>
        <nav aria-label={t('contents')} className="pt-3">
          {list}
        </nav>
      </details>
      <nav
        aria-label={t('contents')}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto lg:block"
      >
        <p className="mb-2 font-semibold">{t('contents')}</p>
        {list}
      </nav>
    </>
  );
}
