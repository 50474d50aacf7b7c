import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTimeLeft } from '../../i18n/format/use-time-left.js';
import { useTranslation } from '../../i18n/use-translation.js';
import type { KeptTask } from '../../entities/task/kept/kept-tasks.js';
import { Button } from '../../ui/buttons/button.js';
import { PageLink } from '../../ui/links/site-link.js';
import type { TaskStanding } from './standing.js';
import { taskWords } from './task-words.js';

/**
 * A task's progress bar. Decorative, because the text has the same information. A script sets its
 * width.
 */
function ThinBar({ progress }: { readonly progress: number }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.style.setProperty('--done', String(progress / 100));
  }, [progress]);
  return <div ref={bar} aria-hidden className="task-bar" />;
}

const TONES: Partial<Record<TaskStanding['kind'], string>> = {
  made: 'text-accent',
  ready: 'text-link',
};

interface TaskRowProps {
  readonly task: KeptTask;
  readonly standing: TaskStanding | undefined;
  readonly nowMs: number;
  readonly onRemove: (taskId: string) => void;
}

/**
 * A row for one task. Its height is fixed, because the server's reply would otherwise shift the
 * layout.
 */
export function TaskRow({ task, standing, nowMs, onRemove }: TaskRowProps) {
  const { t } = useTranslation('recentDownloads');
  const { t: common } = useTranslation();
  const timeLeft = useTimeLeft();
  const tone = (standing && TONES[standing.kind]) ?? 'text-muted';
  return (
    <li className="relative flex h-16 items-center border-t border-line">
      <PageLink
        to={task.path}
        className="grid h-full min-w-0 grow content-center ps-4 hover:bg-sunk"
      >
        <span className={`truncate text-sm tabular-nums ${tone}`}>
          {taskWords(task, { standing, nowMs }, { t, common, timeLeft })}
        </span>
        <span dir="auto" className="max-w-full justify-self-start truncate font-semibold">
          {task.title}
        </span>
      </PageLink>
      <Button
        variant="plain"
        size="icon"
        aria-label={t('remove', { title: task.title })}
        onClick={() => onRemove(task.task_id)}
      >
        <X aria-hidden size={18} />
      </Button>
      {standing?.kind === 'made' && <ThinBar progress={standing.progress} />}
    </li>
  );
}
