import '../../features/reading/prose.css';
import { FoldArrow } from '../../ui/icons/fold-arrow.js';
import type { HelpArticle as Article } from '../../content/content-shapes.js';
import { LinkedText } from '../../features/reading/linked-text.js';
import { useTranslation } from '../../i18n/use-translation.js';

interface HelpArticleProps {
  readonly article: Article;
  /** Error messages that this article explains. */
  readonly sentences: readonly string[];
}

/**
 * A collapsible article. Its anchors are its id and the codes of the errors that it explains, so
 * that an error can link to its article by code alone.
 */
export function HelpArticle({ article, sentences }: HelpArticleProps) {
  const { t } = useTranslation('help');
  const { id, title, text, codes = [] } = article;
  return (
    <details id={id}>
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2.5">
        {/* The anchors are inside the heading, because each of them would otherwise add a gap
            next to it. */}
        <h3 className="min-w-0 font-sans text-lg font-semibold">
          {codes.map((code) => (
            <span key={code} id={code} />
          ))}
          {title}
        </h3>
        <FoldArrow />
      </summary>
      <div className="prose max-w-prose pt-1 pb-6">
        {sentences.length > 0 && (
          <ul aria-label={t('says')} className="text-muted">
            {sentences.map((sentence) => (
              <li key={sentence}>
                <q>{sentence}</q>
              </li>
            ))}
          </ul>
        )}
        {text.map((paragraph) => (
          <p key={paragraph}>
            <LinkedText>{paragraph}</LinkedText>
          </p>
        ))}
      </div>
    </details>
  );
}
