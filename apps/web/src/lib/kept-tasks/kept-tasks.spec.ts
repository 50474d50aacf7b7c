import {
  forgetAllTasks,
  forgetTasks,
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

it('keeps the newest twenty, each once, the last one first', () => {
  for (let at = 0; at < 25; at += 1) {
    keepTask(task({ task_id: `t${at}` }));
  }
  keepTask(task({ task_id: 't20', progress: 50 }));
  expect(ids()).toHaveLength(20);
  expect(ids().slice(0, 3)).toEqual(['t20', 't24', 't23']);
  expect(keptProgress('t20')).toBe(50);
});

it.each<[what: string, value: unknown]>([
  ['no list', { task_id: 'aTask' }],
  ['an older version', [{ id: 'aTask', link: '/preview?task_id=aTask' }]],
  ['a script for a link', [kept({ path: 'javascript:alert(1)//preview?' })]],
  ['another site', [kept({ path: '//evil.example/preview?' })]],
  ['another page', [kept({ path: '/?url=x' })]],
  ['an id that is a path', [kept({ task_id: '../config' })]],
  ['an endless title', [kept({ title: 'x'.repeat(301) })]],
  ['more than all', [kept({ progress: 101 })]],
  ['no number', [kept({ progress: null })]],
  ['a day old', [kept({ at: NOW - 24 * HOUR })]],
  ['of a day to come', [kept({ at: NOW + 24 * HOUR })]],
])('lists nothing of %s, and the rest', (_, value) => {
  put(Array.isArray(value) ? [...(value as unknown[]), kept({ task_id: 'good' })] : value);
  expect(ids()).toEqual(Array.isArray(value) ? ['good'] : []);
  keepTask(task({ task_id: 'new' }));
  expect(ids()[0]).toBe('new');
});

it('reads what is no JSON as nothing', () => {
  window.localStorage.setItem(KEPT_TASKS_KEY, '{');
  expect(keptTasks()).toEqual([]);
  forgetAllTasks();
  expect(rawKeptTasks()).toBeNull();
});

it('lists the same task once, and no more than twenty', () => {
  put([kept(), kept(), ...Array.from({ length: 30 }, (_, at) => kept({ task_id: `t${at}` }))]);
  expect(ids()).toHaveLength(20);
  expect(new Set(ids()).size).toBe(20);
});

it('does not bring back what was removed', () => {
  keepTask(task());
  noteProgress('aTask', { state: 'ready', progress: 100 });
  expect(keptProgress('aTask')).toBe(100);
  forgetTasks(['aTask']);
  noteProgress('aTask', { state: 'running', progress: 50 });
  expect(rawKeptTasks()).toBeNull();
  expect(keptProgress('aTask')).toBe(0);
});

it('remembers no progress of what failed, and cuts a long title', () => {
  keepTask(task({ state: 'failed', title: 'x'.repeat(999) }));
  expect(keptProgress('aTask')).toBe(0);
  expect(keptTasks()[0]?.title).toHaveLength(300);
});

it.each(['getItem', 'setItem', 'removeItem'] as const)(
  'does nothing where %s is refused',
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
