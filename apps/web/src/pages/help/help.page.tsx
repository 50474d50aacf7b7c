import '../../features/reading/prose.css';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { HelpArticle as Article, HelpFile } from '../../content/content-shapes.js';
import { helpForDomain } from '../../content/help-for-domain.js';
import { useJson } from '../../content/use-content.js';
import { ReadingFrame } from '../../features/reading/reading-frame.js';
import { useErrorWords } from '../../i18n/errors/error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { Button } from '../../ui/buttons/button.js';
import { PageHead } from '../../ui/page-head.js';
import { PlateOfState } from '../../ui/plate.js';
import { TextLink } from '../../ui/links/text-link.js';
import { HelpSearch } from './help-search.js';
import { type HelpEntry, type HelpTopic, helpTopics } from './help-topics.js';
import { searchArticles } from './search-articles.js';
import { sectionOf } from '../../lib/browser/section-of.js';
import { FoldArrow } from '../../ui/icons/fold-arrow.js';
import { LinkedText } from '../../features/reading/linked-text.js';

/** Unfolds and scrolls to the article that the fragment refers to, by id or error code. */
function useAskedArticle(): void {
  const { hash, key } = useLocation();
  useLayoutEffect(() => {
    const article = sectionOf(hash)?.closest('details');
    if (article) {
      article.open = true;
      article.querySelector('summary')?.focus({ preventScroll: true });
      article.scrollIntoView();
    }
  }, [hash, key]);
}

/** The search query, reset when the visitor follows a link to an article. */
function useQuery() {
  const { key } = useLocation();
  const [query, setQuery] = useState('');
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    setQuery('');
  }
  return [query, setQuery] as const;
}

function Entries({ entries }: { readonly entries: readonly HelpEntry[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {entries.map(({ article, sentences }) => (
        <HelpArticle key={article.id} article={article} sentences={sentences} />
      ))}
    </div>
  );
}

function TopicSection({ id, title, entries }: HelpTopic) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} tabIndex={-1} className="text-title">
        {title}
      </h2>
      <Entries entries={entries} />
    </section>
  );
}

function NothingFound({ onAll }: { readonly onAll: () => void }) {
  const { t } = useTranslation('help');
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <PlateOfState name="none" className="w-40 shrink-0" />
      <div className="grid min-w-0 flex-[1_1_14rem] justify-items-start gap-3">
        <p className="text-lg font-semibold">{t('none.heading')}</p>
        <p className="text-muted">{t('none.text')}</p>
        <Button variant="quiet" onClick={onAll}>
          {t('none.all')}
        </Button>
      </div>
    </div>
  );
}

function AskUs() {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation();
  const { email } = useSite().config.contact;
  return email === '' ? null : (
    <div className="grid justify-items-start gap-1 border-t border-line pt-6">
      <p>{t('contact')}</p>
      <TextLink href={`mailto:${email}`}>{common('contact')}</TextLink>
    </div>
  );
}

/** `/help-center`: all articles by topic, or those that match a query. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const file = useJson<HelpFile>('help');
  const hasAccounts = useSite().config.authentication_enabled;
  const text = useMemo(() => helpForDomain(file, hasAccounts), [file, hasAccounts]);
  const wordsOf = useErrorWords();
  const topics = useMemo(() => helpTopics(text, wordsOf), [text, wordsOf]);
  const [query, setQuery] = useQuery();
  const field = useRef<HTMLInputElement>(null);
  useAskedArticle();

  const searches = query.trim() !== '';
  const found = searchArticles(
    topics.flatMap(({ entries }) => entries),
    query,
  );
  const showAll = () => {
    setQuery('');
    field.current?.focus();
  };
  return (
    <ReadingFrame
      name={text.title}
      heading={text.heading}
      intro={text.intro}
      // Above the contents, because these disappear during a search and the field must not move
      // while the visitor types.
      facts={<HelpSearch query={query} onQuery={setQuery} count={found.length} field={field} />}
      headings={searches ? [] : topics.map(({ id, title }) => ({ id, text: title }))}
    >
      <PageHead title={text.title} description={text.description} />
      <div className="grid grid-cols-1 gap-8">
        {!searches && topics.map((topic) => <TopicSection key={topic.id} {...topic} />)}
        {searches && found.length === 0 && <NothingFound onAll={showAll} />}
        {searches && found.length > 0 && (
          <section aria-labelledby="results" className="grid grid-cols-1 gap-3">
            <h2 id="results" className="text-title">
              {t('results')}
            </h2>
            <Entries entries={found} />
          </section>
        )}
        <AskUs />
      </div>
    </ReadingFrame>
  );
}

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
