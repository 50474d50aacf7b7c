import { historyItem } from '../testing/history-item.js';
import { itemStanding, type ItemStanding, staysMs } from './history-item.js';

const href = '/api/download/file/t';

it.each<[what: string, item: object, sinceMs: number, standing: ItemStanding]>([
  ['in progress', { status: 'in_progress', file_url: href }, 0, { kind: 'in_progress' }],
  ['failed', { status: 'failed' }, 0, { kind: 'failed' }],
  ['kept', { file_url: href, expires_in_seconds: 60 }, 0, { kind: 'kept', href, secondsLeft: 60 }],
  [
    'kept for a shorter time by now',
    { file_url: href, expires_in_seconds: 60 },
    59_001,
    { kind: 'kept', href, secondsLeft: 1 },
  ],
  ['out of time', { file_url: href, expires_in_seconds: 60 }, 60_000, { kind: 'gone' }],
  ['kept for ever', { file_url: href }, 9e9, { kind: 'kept', href, secondsLeft: null }],
  ['never kept here', {}, 0, { kind: 'gone' }],
  ['linked to a script', { file_url: 'javascript:alert(1)' }, 0, { kind: 'gone' }],
  ['linked to another site', { file_url: '//evil.example/x' }, 0, { kind: 'gone' }],
  ['linked to a disguised other site', { file_url: '/api//evil.example' }, 0, { kind: 'gone' }],
])('recognizes an item that is %s', (_what, item, sinceMs, standing) => {
  expect(itemStanding(historyItem(item), sinceMs)).toEqual(standing);
});

it.each<[left: readonly (number | null)[], ms: number]>([
  [[], Infinity],
  [[null], Infinity],
  [[3600, 1000], 60_000],
  [[3600, 600], 30_000],
  [[200], 1000],
])('refreshes %j seconds left after %d ms', (left, ms) => {
  expect(staysMs(left.map((secondsLeft) => ({ kind: 'kept', href, secondsLeft })))).toBe(ms);
});
