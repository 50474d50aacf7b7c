import type { GlossaryText } from '../../content/content-shapes.js';
import { useContent, useJson } from '../../content/use-content.js';
import { ReadingFrame } from '../../features/reading/reading-frame.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { PageHead } from '../../ui/page-head.js';
import { SiteLink } from '../../ui/links/site-link.js';
import { TextLink } from '../../ui/links/text-link.js';
import { type LetterGroup, termsByLetter } from './terms-by-letter.js';

/** The prefix prevents clashes with the ids of terms. */
const letterId = (letter: string) => `letter-${letter.toLowerCase()}`;

function Letters({ groups }: { readonly groups: readonly LetterGroup[] }) {
  const { t } = useTranslation('reading');
  return (
    <nav aria-label={t('letters')}>
      <ul className="flex flex-wrap gap-1.5">
        {groups.map(({ letter }) => (
          <li key={letter}>
            <SiteLink
              to={`#${letterId(letter)}`}
              className="grid size-11 place-items-center rounded-xl border border-line font-semibold text-link hover:bg-sunk"
            >
              {letter}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LetterSectionProps {
  readonly group: LetterGroup;
  readonly nameOf: ReadonlyMap<string, string>;
}

function LetterSection({ group, nameOf }: LetterSectionProps) {
  const { t } = useTranslation('reading');
  return (
    <section
      aria-labelledby={letterId(group.letter)}
      className="grid grid-cols-1 gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-[2.5rem_minmax(0,1fr)]"
    >
      <h2 id={letterId(group.letter)} tabIndex={-1} className="text-title text-muted">
        {group.letter}
      </h2>
      <dl className="grid max-w-prose grid-cols-1 gap-6">
        {group.terms.map(({ id, term, definition, see }) => (
          <div key={id} id={id} tabIndex={-1}>
            <dt className="text-lg font-semibold">{term}</dt>
            <dd className="leading-relaxed">{definition}</dd>
            {see.length > 0 && (
              <dd className="flex flex-wrap items-center gap-x-3 text-[0.9375rem] text-muted">
                <span>{t('see')}</span>
                {see.map((other) => (
                  <TextLink key={other} to={`#${other}`} className="min-h-8">
                    {nameOf.get(other)}
                  </TextLink>
                ))}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `/terms-glossary`: the terms, grouped by letter. */
export function GlossaryPage() {
  const { language } = useContent('glossary');
  const text = useJson<GlossaryText>('glossary');
  const groups = termsByLetter(text.terms, language);
  const nameOf = new Map(text.terms.map(({ id, term }) => [id, term]));
  return (
    <ReadingFrame name={text.title} heading={text.heading} intro={text.intro}>
      <PageHead title={text.title} description={text.description} />
      <div className="grid grid-cols-1 gap-8">
        <Letters groups={groups} />
        {groups.map((group) => (
          <LetterSection key={group.letter} group={group} nameOf={nameOf} />
        ))}
      </div>
    </ReadingFrame>
  );
}
