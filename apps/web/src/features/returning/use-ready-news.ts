import { useState } from 'react';
import type { KeptTask } from '../../entities/task/kept/kept-tasks.js';
import type { Standing } from './standing.js';

interface Row {
  readonly task: KeptTask;
  readonly standing: Standing | undefined;
}

const idsOf = (rows: readonly Row[], kind: Standing['kind']): readonly string[] =>
  rows.filter(({ standing }) => standing?.kind === kind).map(({ task }) => task.task_id);

/**
 * Returns the text for a polite live region: the title of the last task that became ready while it
 * was listed; '' before that. Screen readers read the tasks that were ready from the start together
 * with the list.
 */
export function useReadyNews(rows: readonly Row[]): string {
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
