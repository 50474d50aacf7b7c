import {
  forgetAllTasks,
  forgetTasks,
  keepSaved,
  keepTask,
  keptProgress,
  keptTasks,
  noteProgress,
} from './kept-tasks.js';
import { KEPT_TASKS_KEY, rawKeptTasks } from './kept-tasks-key.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;

const task = (overrides: object = {}) => ({
  task_id: 'aTask',
  path: '/preview?task_id=aTask',
  title: 'Clip',
  resolution: '1280x720',
  ext: 'mp4',
  is_audio: false,
  state: 'running' as const,
  progress: 46,
  ...overrides,
});
const kept = (overrides: object = {}) => ({ ...task(), at: NOW, ...overrides });
const put = (value: unknown) => window.localStorage.setItem(KEPT_TASKS_KEY, JSON.stringify(value));
const ids = () => keptTasks(NOW).map(({ task_id }) => task_id);

beforeEach(() => {
  window.localStorage.clear();
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('keeps the newest twenty tasks without duplicates, newest first', () => {
  for (let at = 0; at < 25; at += 1) {
    keepTask(task({ task_id: `t${at}` }));
  }
  keepTask(task({ task_id: 't20', progress: 50 }));
  expect(ids()).toHaveLength(20);
  expect(ids().slice(0, 3)).toEqual(['t20', 't24', 't23']);
  expect(keptProgress('t20')).toBe(50);
});

it.each<[what: string, value: unknown]>([
  ['a value that is not a list', { task_id: 'aTask' }],
  ['entries of an older version', [{ id: 'aTask', link: '/preview?task_id=aTask' }]],
  ['a script as the path', [kept({ path: 'javascript:alert(1)//preview?' })]],
  ['a path to another site', [kept({ path: '//evil.example/preview?' })]],
  ['a path to another page', [kept({ path: '/?url=x' })]],
  ['an id that is a path', [kept({ task_id: '../config' })]],
  ['a title that is too long', [kept({ title: 'x'.repeat(301) })]],
  ['progress over 100%', [kept({ progress: 101 })]],
  ['progress that is not a number', [kept({ progress: null })]],
  ['an entry that is a day old', [kept({ at: NOW - 24 * HOUR })]],
  ['an entry from the future', [kept({ at: NOW + 24 * HOUR })]],
])('skips %s but keeps the rest', (_, value) => {
  put(Array.isArray(value) ? [...(value as unknown[]), kept({ task_id: 'good' })] : value);
  expect(ids()).toEqual(Array.isArray(value) ? ['good'] : []);
  keepTask(task({ task_id: 'new' }));
  expect(ids()[0]).toBe('new');
});

it('ignores stored data that is not JSON', () => {
  window.localStorage.setItem(KEPT_TASKS_KEY, '{');
  expect(keptTasks()).toEqual([]);
  forgetAllTasks();
  expect(rawKeptTasks()).toBeNull();
});

it('lists a task once, and at most twenty tasks', () => {
  put([kept(), kept(), ...Array.from({ length: 30 }, (_, at) => kept({ task_id: `t${at}` }))]);
  expect(ids()).toHaveLength(20);
  expect(new Set(ids()).size).toBe(20);
});

it('lists a file only once, at the front, even if it was saved twice', () => {
  const file = { title: 'Direct', resolution: null, ext: 'mp4', is_audio: false };
  keepSaved({ ...file, path: '/preview?url=a' });
  jest.setSystemTime(NOW + 1000);
  keepSaved({ ...file, path: '/preview?url=b' });
  keepTask(task());
  keepSaved({ ...file, path: '/preview?url=a' });
  expect(keptTasks().map(({ path, state }) => [path, state])).toEqual([
    ['/preview?url=a', 'saved'],
    ['/preview?task_id=aTask', 'running'],
    ['/preview?url=b', 'saved'],
  ]);
});

it('does not restore a removed task', () => {
  keepTask(task());
  noteProgress('aTask', { state: 'ready', progress: 100 });
  expect(keptProgress('aTask')).toBe(100);
  forgetTasks(['aTask']);
  noteProgress('aTask', { state: 'running', progress: 50 });
  expect(rawKeptTasks()).toBeNull();
  expect(keptProgress('aTask')).toBe(0);
});

it('stores no progress of a failed task, and truncates a long title', () => {
  keepTask(task({ state: 'failed', title: 'x'.repeat(999) }));
  expect(keptProgress('aTask')).toBe(0);
  expect(keptTasks()[0]?.title).toHaveLength(300);
});

it.each(['getItem', 'setItem', 'removeItem'] as const)(
  'does nothing when %s is blocked',
  (name) => {
    keepTask(task());
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'QuotaExceededError');
    });
    keepTask(task({ task_id: 'new' }));
    noteProgress('aTask', { state: 'ready', progress: 100 });
    forgetTasks(['aTask']);
    forgetAllTasks();
    expect(keptTasks().length).toBeLessThanOrEqual(2);
  },
);
