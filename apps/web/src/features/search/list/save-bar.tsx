import {
  ACCOUNT_LANGUAGES,
  LIMITS,
  type ListEntry,
  type ListInfo,
  type ListQuality,
  listQualitySchema,
  previewPath,
  startMergePath,
  type Wish,
} from '@dipper/contract';
import { FileArchive, ListOrdered } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { AlertBox } from '../../../ui/alert-box.js';
import { Button } from '../../../ui/buttons/button.js';
import { Select } from '../../../ui/form/select.js';
import { type ListRun, stopOthers } from './run/list-run.js';
import type { Run } from './run/run.reducer.js';
import { RunBar } from './run/run-bar.js';
import { useCurrentPage } from '../../../site/current-page.js';
import { deviceStore } from '../../../lib/browser/browser-store.js';
import { useKeptFocus } from '../../../lib/react/use-kept-focus.js';
import { leaveEntryTitles } from '../../../entities/media/handover/page-facts.js';
import { type CreatingTask, useCreateTask } from '../../../entities/task/use-create-task.js';

/** The qualities to offer for a list; none for images, which are saved unchanged. */
function qualitiesOf({ is_audio, entries }: ListInfo): readonly ListQuality[] {
  if (entries.every(({ kind }) => kind === 'picture')) {
    return [];
  }
  return is_audio ? ['sound', 'mp3'] : listQualitySchema.options;
}

interface QualityChoiceProps {
  readonly list: ListInfo;
  readonly quality: ListQuality;
  readonly onQuality: (quality: ListQuality) => void;
}

function QualityChoice({ list, quality, onQuality }: QualityChoiceProps) {
  const { t } = useTranslation('list');
  const options = qualitiesOf(list);
  if (options.length === 0) {
    return null;
  }
  const wordsOf = (option: ListQuality) =>
    list.is_audio && option === 'sound'
      ? t('quality.original')
      : option === 'best' || option === 'sound' || option === 'mp3'
        ? t(`quality.${option}`)
        : t('quality.height', { height: option });
  return (
    <label>
      <span className="sr-only">{t('quality.label')}</span>
      <Select
        value={quality}
        options={options.map((option) => ({ value: option, label: wordsOf(option) }))}
        onChoose={onQuality}
        className="w-full px-3 font-medium"
      />
    </label>
  );
}

/**
 * Storage keys of the last choice. Separate, because a choice for podcasts must not apply to
 * videos.
 */
const KEYS = { audio: 'list-audio', any: 'list-quality' } as const;

/** The quality for a list's files, with a setter that stores the choice on this device. */
function useListQuality(list: ListInfo): readonly [ListQuality, (quality: ListQuality) => void] {
  const { offersFirst } = useCurrentPage();
  const key = KEYS[list.is_audio ? 'audio' : 'any'];
  const [quality, setQuality] = useState<ListQuality>(() => {
    const stored = listQualitySchema.safeParse(deviceStore.read(key));
    // Pages for audio ignore the last choice.
    return offersFirst === 'sound'
      ? 'mp3'
      : stored.success
        ? stored.data
        : list.is_audio
          ? 'sound'
          : '720p';
  });
  const choose = (next: ListQuality) => {
    setQuality(next);
    deviceStore.write(key, next);
  };
  return [quality, choose];
}

interface SaveBarProps {
  /** The id of the bar, which is the target of a skip link. */
  readonly id: string;
  readonly list: ListInfo;
  /** The entries with the titles known so far. */
  readonly entries: readonly ListEntry[];
  /** The ids in the order of the list. */
  readonly chosen: readonly string[];
  readonly onChosen: (ids: readonly string[]) => void;
  readonly run: ListRun;
  readonly current: Run;
}

/** The number of selected entries and, if it is too large, a way to reduce it. */
function ChoiceWords({ chosen, onChosen }: Pick<SaveBarProps, 'chosen' | 'onChosen'>) {
  const { t } = useTranslation('list');
  const count = chosen.length;
  const most = LIMITS.bundleEntries;
  return (
    <div className="flex min-h-11 grow flex-wrap items-center gap-x-3">
      <p role="status" className={count > most ? 'font-medium text-danger' : 'font-semibold'}>
        {count === 0
          ? t('save.nothing')
          : count > most
            ? t('save.tooMany', { count, most })
            : t('save.chosen', { count })}
      </p>
      {count > most && (
        <Button variant="plain" tone="link" onClick={() => onChosen(chosen.slice(0, most))}>
          {t('save.takeFirst', { most })}
        </Button>
      )}
    </div>
  );
}

/**
 * Actions for the selected entries. Below a long list, the bar sticks to the bottom of the
 * viewport.
 */
export function SaveBar({ id, list, entries, chosen, onChosen, run, current }: SaveBarProps) {
  const { t } = useTranslation('list');
  const [quality, setQuality] = useListQuality(list);
  const { creating, make } = useBundle(list, entries);
  const bar = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(bar, (element) => {
    const next = element.querySelector<HTMLElement>('[data-next]') ?? element;
    next.focus({ preventScroll: true });
  });
  const impossible = chosen.length === 0 || chosen.length > LIMITS.bundleEntries;
  return (
    <div
      ref={bar}
      id={id}
      tabIndex={-1}
      {...focus}
      className="sticky bottom-0 z-10 -mx-[min(1.25rem,5vw)] grid gap-2 rounded-b-card border-t border-line bg-surface px-[min(1.25rem,5vw)] py-3 sm:-mx-7 sm:px-7"
    >
      {creating.phase === 'failed' && <AlertBox>{creating.error}</AlertBox>}
      {current.phase === 'idle' ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <ChoiceWords chosen={chosen} onChosen={onChosen} />
          <QualityChoice list={list} quality={quality} onQuality={setQuality} />
          <div className="flex flex-wrap gap-x-3 gap-y-2 max-lg:basis-full sm:justify-end">
            <Button
              variant="quiet"
              busy={impossible}
              className="max-sm:grow"
              onClick={() => {
                stopOthers(list.task_id);
                run.start(chosen, quality, entries);
              }}
            >
              <ListOrdered aria-hidden size={18} className="max-sm:hidden" />
              {chosen.length === 0 ? t('save.eachNone') : t('save.each', { count: chosen.length })}
            </Button>
            <Button
              variant="primary"
              busy={impossible || creating.phase === 'busy'}
              className="max-sm:grow"
              onClick={() => make(chosen, quality)}
            >
              <FileArchive aria-hidden size={18} className="max-sm:hidden" />
              {chosen.length === 0 ? t('save.zipNone') : t('save.zip', { count: chosen.length })}
            </Button>
          </div>
        </div>
      ) : null}
      <RunBar run={run} current={current} />
    </div>
  );
}

interface Bundle extends Pick<CreatingTask, 'creating'> {
  /** Prepares a zip of entries and opens its page. */
  readonly make: (entries: readonly string[], quality: ListQuality) => void;
}

function titlesOf(entries: readonly ListEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])),
  );
}

/**
 * Creates a zip of a list's entries. The preview page prepares it.
 * @param listed the entries with the titles known so far
 */
function useBundle(list: ListInfo, listed: readonly ListEntry[]): Bundle {
  const { t, i18n } = useTranslation('list');
  const { creating, make } = useCreateTask();
  return {
    creating,
    make: (entries, quality) => {
      const language = ACCOUNT_LANGUAGES.find((tag) => tag === i18n.language);
      const wish: Wish = { kind: 'bundle', entries: [...entries], quality, language };
      make('bundle', { offerId: list.task_id, wish }, ({ task_id, filename }) => {
        leaveEntryTitles(task_id, titlesOf(listed));
        const { webpage_url: source_url, thumbnail_url } = list;
        return previewPath({
          url: startMergePath(task_id),
          // Links that were pasted together have no title.
          title: source_url === null ? t('pasted', { count: list.entries.length }) : list.title,
          ...{ filename, source_url, thumbnail_url },
        });
      });
    },
  };
}
