import { listInfo, videoInfo } from '../../testing/fixtures.js';
import { GOOD_FOR_MS, keepResult, lastResult } from './last-result.js';
import { restoreResult, storeResult } from './stored-result.js';

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
  // As after a reload.
  keepResult(null, '/');
});
afterEach(() => jest.restoreAllMocks());

it.each([
  ['at once', 0, 'A clip'],
  ['almost as long as its files are kept', GOOD_FOR_MS - 60_000, 'A clip'],
  ['not longer', GOOD_FOR_MS + 1, undefined],
  ['not from the future, which a clock that was set back makes it', -1, undefined],
])('is there again after a reload: %s', (_case, laterMs, shown) => {
  storeResult(found, '/', NOW);
  restoreResult(NOW + laterMs);
  expect(title()).toBe(shown);
});

it.each([
  ['a list', from, from.link],
  ['the list that an item was picked from', { ...found, from }, from.link],
  ['the item', { ...found, from }, LINK],
])('brings back %s', (_case, kept, link) => {
  storeResult(kept, '/', NOW);
  restoreResult(NOW);
  expect(lastResult(link, '/')).toEqual(link === LINK ? kept : from);
});

it('is not there again once the visitor has cleared it', () => {
  storeResult(found, '/', NOW);
  storeResult(null, '/', NOW);
  restoreResult(NOW);
  expect(title()).toBeUndefined();
});

it('leaves alone what this page has found itself', () => {
  storeResult(found, '/', NOW);
  keepResult({ link: LINK, info: videoInfo({ title: 'Newer' }) }, '/');
  restoreResult(NOW);
  expect(title()).toBe('Newer');
});

it.each(['{', 'null', '{"link":1}', JSON.stringify({ ...found, page: '/', at: NOW, info: {} })])(
  'makes nothing of what is none: %s',
  (text) => {
    window.sessionStorage.setItem('last-result', text);
    restoreResult(NOW);
    expect(title()).toBeUndefined();
  },
);

it('does without a storage that is full', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  storeResult(found, '/', NOW);
  restoreResult(NOW);
  expect(title()).toBeUndefined();
});
