import { historyItem } from '../testing/history-item.js';
import { countdownsOf, itemStanding, type ItemStanding } from './item-standing.js';

const href = '/api/download/file/t';

it.each<[what: string, item: object, sinceMs: number, standing: ItemStanding]>([
  ['in progress', { status: 'in_progress', file_url: href }, 0, { kind: 'in_progress' }],
  ['failed', { status: 'failed' }, 0, { kind: 'failed' }],
  ['kept', { file_url: href, expires_in_seconds: 60 }, 0, { kind: 'kept', href, secondsLeft: 60 }],
  [
    'kept for less time than the reply stated',
    { file_url: href, expires_in_seconds: 60 },
    59_001,
    { kind: 'kept', href, secondsLeft: 1 },
  ],
  ['past its expiry', { file_url: href, expires_in_seconds: 60 }, 60_000, { kind: 'gone' }],
  ['kept forever', { file_url: href }, 9e9, { kind: 'kept', href, secondsLeft: null }],
  ['never kept on this server', {}, 0, { kind: 'gone' }],
  ['linked to a script', { file_url: 'javascript:alert(1)' }, 0, { kind: 'gone' }],
  ['linked to another site', { file_url: '//evil.example/x' }, 0, { kind: 'gone' }],
  ['linked to another site in disguise', { file_url: '/api//evil.example' }, 0, { kind: 'gone' }],
])('recognizes an item that is %s', (_what, item, sinceMs, standing) => {
  expect(itemStanding(historyItem(item), sinceMs)).toEqual(standing);
});

it('counts down only for files that are kept for a known time', () => {
  const kept = [3600, null, 5].map((secondsLeft) => ({ kind: 'kept', href, secondsLeft }) as const);
  expect(countdownsOf([...kept, { kind: 'gone' }])).toEqual([3600, 5]);
  expect(countdownsOf([{ kind: 'kept', href, secondsLeft: null }])).toEqual([]);
});
