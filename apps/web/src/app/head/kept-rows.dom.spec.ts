import { keptTasks } from '../../entities/task/kept/kept-tasks.js';
import { KEPT_TASKS_KEY } from '../../entities/task/kept/kept-tasks-key.js';
import { COUNT_KEPT_ROWS } from './kept-rows.js';

const HOUR = 3_600_000;

function rowsKept(): string | undefined {
  const script = document.createElement('script');
  script.textContent = COUNT_KEPT_ROWS;
  document.head.append(script);
  script.remove();
  return document.documentElement.dataset['kept'];
}

beforeEach(() => {
  window.localStorage.clear();
  delete document.documentElement.dataset['kept'];
});

it.each<[ages: number[], rows: string | undefined]>([
  [[], undefined],
  [[0], '1'],
  [[0, 1, 23], '3'],
  [[0, 1, 2, 3, 4, 5], '4'],
  [[1, 25], '1'],
  [[25], undefined],
])('for tasks that are %j hours old, reserves %p rows', (ages, rows) => {
  const now = Date.now();
  const entries = ages.map((age, at) => ({
    ...{ task_id: `t${at}`, path: '/preview?x', title: '', resolution: null, ext: null },
    ...{ is_audio: false, state: 'running', progress: 1, at: now - age * HOUR },
  }));
  window.localStorage.setItem(KEPT_TASKS_KEY, JSON.stringify(entries));
  expect(rowsKept()).toBe(rows);
  expect(Math.min(4, keptTasks().length)).toBe(Number(rows ?? 0));
});

it.each(['{', 'null', '{}', '[null]', '""'])('reserves no rows for %s', (text) => {
  window.localStorage.setItem(KEPT_TASKS_KEY, text);
  expect(rowsKept()).toBeUndefined();
});
