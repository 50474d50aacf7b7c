import type { ListEntry, ListInfo } from '@dipper/contract';
import { clipInText } from '@dipper/media';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useFocusHeading } from '../result/use-focus-heading.js';
import { useScrollIntoView } from '../result/use-scroll-into-view.js';
import { chosenOf } from './selection.js';
import { EntryList } from './entries/entry-list.js';
import { useEntryTitles } from './entries/entry-titles.js';
import { ListHead } from './list-head.js';
import { ListTools } from './list-tools.js';
import { SaveBar } from './save-bar.js';
import { useSelection } from './use-selection.js';
import { usePicked, useReturn, useStepTo } from './use-list-way.js';
import { useStore } from '../../../lib/state/store.js';
import { type ListRun, listRun } from './run/list-run.js';
import type { Run, RunStanding } from './run/run.reducer.js';

function useListRun(listId: string): {
  readonly run: ListRun;
  readonly busy: Run;
  readonly standings: ReadonlyMap<string, RunStanding>;
} {
  const run = listRun(listId);
  const busy = useStore(run.state, run.state.get());
  return { run, busy, standings: busy.standings };
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the entries whose title, author and URL together contain all the words, ignoring case and
 * diacritics.
 */
function entriesLike(entries: readonly ListEntry[], sought: string): readonly ListEntry[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ title, uploader, url }) => {
        const text = plain([title, uploader, url].join(' '));
        return words.every((word) => text.includes(word));
      });
}

interface ListCardProps {
  readonly list: ListInfo;
  /** The link that was searched. */
  readonly link: string;
  /** False when the visitor returned to the list, so the page does not scroll. */
  readonly isNew: boolean;
  /** Shows an entry's formats. */
  readonly onPick: (url: string) => void;
  readonly onClear: () => void;
}

/** A list of entries to choose from. */
export function ListCard({ list, link, isNew, onPick, onClear }: ListCardProps) {
  const { t } = useTranslation('list');
  const card = useRef<HTMLElement>(null);
  const save = useId();
  const [sought, setSought] = useState('');
  const { entries, onSeen } = useEntryTitles(list.entries);
  const like = useDeferredValue(sought);
  const shown = useMemo(() => entriesLike(entries, like), [entries, like]);
  const choosing = useSelection(list, shown);
  const { run, standings, busy } = useListRun(list.task_id);
  const stepTo = useStepTo();
  const picked = usePicked();
  useReturn(() => {
    if (picked !== null) {
      // The visitor returned to this entry with Forward.
      onPick(picked);
    }
  });
  useScrollIntoView(card, isNew ? list.task_id : null);
  useFocusHeading(card, isNew ? link : null);
  useEffect(() => {
    if (!isNew) {
      // Return the focus to the entry that the visitor viewed.
      card.current?.querySelector<HTMLElement>('[data-picked]')?.focus();
    }
  }, [isNew]);

  return (
    <section
      ref={card}
      aria-label={t('region')}
      className="card grid -scroll-mt-2.5 grid-cols-1 p-[min(1.25rem,5vw)] pb-0! sm:p-7"
    >
      <ListHead
        list={list}
        onClear={() => {
          run.stop();
          onClear();
        }}
      />
      {clipInText(link) !== null && (
        <p role="status" className="mt-3 font-medium text-accent">
          {t('noClip')}
        </p>
      )}
      <ListTools list={list} shown={shown} {...{ sought, setSought }} choosing={choosing} />
      <a
        href={`#${save}`}
        className="sr-only focus:not-sr-only focus:my-2 focus:inline-flex focus:min-h-11 focus:items-center focus:text-link focus:underline"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(save)?.focus();
        }}
      >
        {t('skip')}
      </a>
      {shown.length === 0 ? (
        <p className="py-6 text-muted">{t('none')}</p>
      ) : (
        <EntryList
          listId={list.task_id}
          isAudio={list.is_audio}
          uploader={list.uploader}
          entries={shown}
          selection={choosing.selection}
          onChoose={choosing.choose}
          standings={standings}
          onAgain={run.again}
          onPick={(url) => {
            stepTo(url);
            onPick(url);
          }}
          onSeen={onSeen}
        />
      )}
      <SaveBar
        id={save}
        {...{ list, entries }}
        chosen={chosenOf(entries, choosing.selection)}
        onChosen={choosing.chooseOnly}
        run={run}
        current={busy}
      />
    </section>
  );
}
