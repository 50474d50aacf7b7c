import { type EntryStanding, ERRORS, type ErrorDefinition, fill } from '@dipper/contract';
import { Circle, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { leftEntryTitles } from '../../../entities/media/handover/page-facts.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useErrorWords } from '../../../i18n/errors/error-words.js';

/** Returns the English message for a code; undefined for an unknown code. */
function sentenceOf(code: string): string | undefined {
  const known: Readonly<Record<string, ErrorDefinition>> = ERRORS;
  return Object.hasOwn(known, code) ? known[code]?.message : undefined;
}

/**
 * Explains why an entry failed. Only the code is available, because statuses contain no messages or
 * values for entries.
 */
function useEntryFailure(): (code: string | null) => string | undefined {
  const wordsOf = useErrorWords();
  return (code) => {
    const sentence = code === null ? undefined : sentenceOf(code);
    const words = fill(wordsOf({ code, sentence }) ?? '', { where: '' });
    return words === '' || words.includes('{{') ? undefined : words;
  };
}

const ICONS = {
  waiting: { Icon: Circle, look: 'text-muted' },
  making: { Icon: LoaderCircle, look: 'animate-spin text-accent' },
  done: { Icon: CircleCheck, look: 'text-link' },
  failed: { Icon: CircleAlert, look: 'text-danger' },
} as const;

type Numbered = EntryStanding & { readonly number: number };

function EntryLine({ entry }: { readonly entry: Numbered }) {
  const { t } = useTranslation('preview');
  const failureOf = useEntryFailure();
  const { Icon, look } = ICONS[entry.state];
  return (
    <li className="entry flex items-start gap-3 py-2">
      <Icon aria-hidden size={18} className={`mt-0.5 ${look}`} />
      <span className="grid min-w-0">
        <span className="wrap-anywhere">
          <span className="sr-only">{t(`bundle.states.${entry.state}`)}: </span>
          <bdi>{entry.title ?? t('bundle.untitled', { number: entry.number })}</bdi>
        </span>
        {entry.state === 'failed' && (
          <span className="text-sm text-danger">
            {failureOf(entry.error_code) ?? t('bundle.failed')}
          </span>
        )}
      </span>
    </li>
  );
}

function Lines({ entries }: { readonly entries: readonly Numbered[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <EntryLine key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

interface BundleEntriesProps {
  readonly taskId: string;
  readonly entries: readonly EntryStanding[];
  /** True once the zip is complete. Missing entries are then listed first. */
  readonly finished: boolean;
}

export function BundleEntries({ taskId, entries, finished }: BundleEntriesProps) {
  const { t } = useTranslation('preview');
  const [titles] = useState(() => leftEntryTitles(taskId));
  const all = entries.map((entry, at) => ({
    ...entry,
    title: titles[entry.id] ?? entry.title,
    number: at + 1,
  }));
  const failed = all.filter(({ state }) => state === 'failed');
  const done = all.filter(({ state }) => state === 'done');
  const missing = failed.length > 0 && t('bundle.missing', { count: failed.length });
  return (
    <section aria-label={t('bundle.label')} className="card grid gap-3 p-5">
      <p role="status" className="sr-only">
        {missing}
      </p>
      {finished ? (
        <>
          {missing !== false && (
            <div>
              <h2 className="font-sans text-base font-semibold tabular-nums">{missing}</h2>
              <p className="text-sm text-muted">{t('bundle.missingWhy')}</p>
              <Lines entries={failed} />
            </div>
          )}
          <div>
            <h2 className="font-sans text-base font-semibold tabular-nums">
              {t('bundle.inside', { count: done.length })}
            </h2>
            <Lines entries={done} />
          </div>
        </>
      ) : (
        <>
          <h2 className="font-sans text-base font-semibold tabular-nums">
            {t('bundle.filled', { count: done.length, all: all.length })}
            {missing !== false && <span className="text-danger"> · {missing}</span>}
          </h2>
          <Lines entries={all} />
        </>
      )}
    </section>
  );
}
