import { leave } from './handover.js';
import { listInfo, videoInfo } from '../../../testing/fixtures.js';
import { GOOD_FOR_MS, keepResult, lastResult } from './last-result.js';
import { restoreResult, storeResult } from './last-result-storage.js';

const LINK = 'https://vimeo.com/1';
const NOW = Date.parse('2026-01-01T00:00:00Z');
const found = { link: LINK, info: videoInfo() };
const from = { link: 'https://vimeo.com/showcase/1', list: listInfo() };
const title = () => {
  const kept = lastResult(LINK, '/');
  return kept !== null && 'info' in kept ? kept.info.title : undefined;
};

beforeEach(() => {
  window.sessionStorage.clear();
  // Simulate the state after a reload.
  leave({ result: null, earlier: [] });
});
afterEach(() => jest.restoreAllMocks());

it.each([
  ['immediately', 0, 'A clip'],
  ['if it is shortly before its files expire', GOOD_FOR_MS - 60_000, 'A clip'],
  ['but not after its files have expired', GOOD_FOR_MS + 1, undefined],
  ['but not from the future, after the clock was set back', -1, undefined],
])('the result is restored after a reload, %s', (_case, laterMs, shown) => {
  storeResult(found, '/', NOW);
  restoreResult(NOW + laterMs);
  expect(title()).toBe(shown);
});

it.each([
  ['a list', from, from.link],
  ['the list that contained an item', { ...found, from }, from.link],
  ['the item', { ...found, from }, LINK],
])('restores %s', (_case, kept, link) => {
  storeResult(kept, '/', NOW);
  restoreResult(NOW);
  expect(lastResult(link, '/')).toEqual(link === LINK ? kept : from);
});

it('the result is not restored after the visitor has cleared it', () => {
  storeResult(found, '/', NOW);
  storeResult(null, '/', NOW);
  restoreResult(NOW);
  expect(title()).toBeUndefined();
});

it('does not replace a newer result', () => {
  storeResult(found, '/', NOW);
  keepResult({ link: LINK, info: videoInfo({ title: 'Newer' }) }, '/');
  restoreResult(NOW);
  expect(title()).toBe('Newer');
});

it.each([
  '{',
  'null',
  '{"found":1}',
  JSON.stringify({ found: { ...found, info: {} }, page: '/', at: NOW }),
])('ignores invalid stored data: %s', (text) => {
  window.sessionStorage.setItem('last-result', text);
  restoreResult(NOW);
  expect(title()).toBeUndefined();
});

it('works when storage is full', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storeResult(found, '/', NOW);
  restoreResult(NOW);
  expect(title()).toBeUndefined();
});
