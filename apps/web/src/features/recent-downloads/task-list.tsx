import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { noteProgress, type KeptTask } from '../../entities/task/kept/kept-tasks.js';
import { useToast } from '../../ui/overlays/use-toast.js';
import { Button } from '../../ui/buttons/button.js';
import { hasEnded, keptOf, standingNow, type TaskStanding } from './standing.js';
import { TaskRow } from './task-row.js';
import { useListedTasks } from './use-listed-tasks.js';
import { useTaskStandings } from './use-task-standings.js';

interface Row {
  readonly task: KeptTask;
  readonly standing: TaskStanding | undefined;
}

const idsOf = (rows: readonly Row[], kind: TaskStanding['kind']): readonly string[] =>
  rows.filter(({ standing }) => standing?.kind === kind).map(({ task }) => task.task_id);

/**
 * Returns the text for a polite live region: the title of the last task that became ready while it
 * was listed; '' before that. Tasks that were ready from the start are read as part of the list.
 */
function useReadyNews(rows: readonly Row[]): string {
  const made = idsOf(rows, 'made').join();
  const [seen, setSeen] = useState({ made, title: '' });
  if (seen.made !== made) {
    const before = seen.made.split(',');
    const ready = idsOf(rows, 'ready').find((id) => before.includes(id));
    const title = rows.find(({ task }) => task.task_id === ready)?.task.title;
    setSeen({ made, title: title ?? seen.title });
  }
  return seen.title;
}

const SAVED: TaskStanding = { kind: 'saved' };
const isSaved = ({ state }: KeptTask): boolean => state === SAVED.kind;

/** Rows visible above "show all". app/head/kept-rows.ts reserves space for the same number. */
const SHOWN = 3;

/**
 * The downloads in this browser, newest first, each linked to its page. Failed and expired ones are
 * shown once; the next visit does not list them.
 */
export function TaskList() {
  const { t } = useTranslation('recentDownloads');
  const { tasks, remove, clear, tellOnce } = useListedTasks();
  const toast = useToast();
  const [isWhole, setIsWhole] = useState(false);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = isWhole ? tasks : tasks.slice(0, SHOWN);
  const { standings, nowMs } = useTaskStandings(
    shown.filter((task) => !isSaved(task)).map(({ task_id }) => task_id),
  );
  const rows = shown.map((task) => ({
    task,
    standing: isSaved(task) ? SAVED : standingNow(standings[task.task_id], nowMs),
  }));
  const ended = rows.filter(({ standing }) => hasEnded(standing));
  const endedIds = ended.map(({ task }) => task.task_id).join();
  useEffect(() => {
    if (endedIds !== '') {
      tellOnce(endedIds.split(','));
    }
  }, [endedIds, tellOnce]);
  useEffect(() => {
    for (const [taskId, standing] of Object.entries(standings)) {
      const kept = standing === undefined ? null : keptOf(standing);
      if (kept !== null) {
        noteProgress(taskId, kept);
      }
    }
  }, [standings]);
  const readyTitle = useReadyNews(rows);
  if (rows.length === 0) {
    return null;
  }
  // The button is gone. Keyboard users continue here rather than at the top of the page.
  const keepFocus = (isLast: boolean) => {
    const stays = isLast ? document.querySelector<HTMLElement>('h1') : heading.current;
    stays?.focus({ preventScroll: true });
  };
  const removeOne = (taskId: string) => {
    remove(taskId);
    keepFocus(tasks.length === 1);
  };
  const clearAll = () => {
    const restore = clear();
    keepFocus(true);
    toast({
      kind: 'status',
      text: t('cleared'),
      action: { label: t('undo'), onPress: restore },
    });
  };
  const showAll = () => {
    setIsWhole(true);
    keepFocus(false);
  };
  return (
    <section aria-labelledby={headingId} className="card overflow-clip">
      <div className="flex min-h-14 items-center justify-between gap-3 ps-4">
        <h2
          ref={heading}
          tabIndex={-1}
          id={headingId}
          // The reserved height of the row fits two lines of the heading.
          className="min-w-0 font-sans text-sm leading-tight font-semibold wrap-anywhere sm:text-base"
        >
          {t('heading')}
        </h2>
        <Button variant="plain" className="leading-tight max-sm:text-sm" onClick={clearAll}>
          {t('clear')}
        </Button>
      </div>
      <ul>
        {rows.map(({ task, standing }) => (
          <TaskRow
            key={task.task_id}
            task={task}
            standing={standing}
            nowMs={nowMs}
            onRemove={removeOne}
          />
        ))}
      </ul>
      {tasks.length > shown.length && (
        <div className="border-t border-line">
          <Button variant="plain" className="w-full" onClick={showAll}>
            {t('all', { count: tasks.length })}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {readyTitle === '' ? '' : t('announce', { title: readyTitle })}
      </p>
      <p className="border-t border-line px-4 py-2.5 text-sm text-muted">{t('note')}</p>
    </section>
  );
}
