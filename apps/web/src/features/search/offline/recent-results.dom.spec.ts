import { videoInfo } from '../../../testing/fixtures.js';
import { forgetRecentResults, recentResults, noteRecentResult } from './recent-results.js';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const note = (link: string, at = NOW) => noteRecentResult(videoInfo({ webpage_url: link }), at);
const links = (at = NOW) => recentResults(at).map(({ link }) => link);

beforeEach(() => window.localStorage.clear());
afterEach(() => jest.restoreAllMocks());

it('keeps the last five results, newest first, for as long as files are kept', () => {
  ['a', 'b', 'c', 'a', 'd', 'e', 'f'].forEach((link) => note(link));
  expect(links()).toEqual(['f', 'e', 'd', 'a', 'c']);
  expect(links(NOW + HOUR - 1)).toHaveLength(5);
  expect(links(NOW + HOUR)).toEqual([]);
  note('g', NOW + HOUR);
  expect(window.localStorage.getItem('last-results')).not.toContain('"f"');
  forgetRecentResults();
  expect(links(NOW + HOUR)).toEqual([]);
});

it('stores no file URLs', () => {
  note('https://vimeo.com/1');
  expect(window.localStorage.getItem('last-results')).not.toContain('cdn.example');
});

it.each(['{', 'null', '{}', '[1,null,"a"]', `[{"title":1,"platform":"","link":"","at":${NOW}}]`])(
  'ignores the stored value %s',
  (stored) => {
    window.localStorage.setItem('last-results', stored);
    expect(links()).toEqual([]);
  },
);

it('keeps nothing when storage is blocked', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    jest.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
  }
  note('a');
  forgetRecentResults();
  expect(links()).toEqual([]);
});
