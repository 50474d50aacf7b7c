import { LIMITS } from '@dipper/contract';
import { leave } from './handover.js';
import { videoInfo } from '../../../testing/fixtures.js';
import { endVisit, keepResult, lastResult } from './last-result.js';

const DAY_MS = 86_400_000;
const KEPT_MS = LIMITS.retentionSeconds * 1000;

const link = (at: number) => `https://vimeo.com/${at}`;
const found = (at: number) => ({ link: link(at), info: videoInfo({ webpage_url: link(at) }) });
const forget = () => leave({ result: null, earlier: [] });

beforeEach(() => {
  jest.useFakeTimers();
  forget();
  keepResult(found(1), '/');
});
afterEach(() => {
  // Other specs in the same worker share this module's state.
  forget();
  jest.useRealTimers();
});

it('the last result expires when its files do', () => {
  jest.advanceTimersByTime(KEPT_MS);
  expect(lastResult('', '/')).not.toBeNull();
  jest.advanceTimersByTime(1);
  expect(lastResult('', '/')).toBeNull();
});

it.each([DAY_MS, -DAY_MS])('the last result is not affected by a clock change of %d ms', (ms) => {
  jest.setSystemTime(Date.now() + ms);
  expect(lastResult('', '/')).not.toBeNull();
  jest.advanceTimersByTime(KEPT_MS + 1);
  expect(lastResult('', '/')).toBeNull();
});

it('the last result is available on its own page, and elsewhere only for its link', () => {
  expect(lastResult('', '/vimeo-downloader')).toBeNull();
  expect(lastResult('https://vimeo.com/1', '/vimeo-downloader')).not.toBeNull();
  expect(lastResult('https://vimeo.com/2', '/')).toBeNull();
});

it('a result is available for its link after another visit has searched, unless it has expired', () => {
  const first = lastResult(link(1), '/');
  jest.advanceTimersByTime(KEPT_MS - 1);
  endVisit();
  expect(lastResult('', '/')).toBeNull();
  keepResult(found(2), '/');
  expect(lastResult(link(1), '/')).toBe(first);
  expect(lastResult(link(2), '/')).toMatchObject({ link: link(2) });
  jest.advanceTimersByTime(2);
  expect(lastResult(link(1), '/')).toBeNull();
});

it('a result keeps its age when the visitor returns to it', () => {
  const first = lastResult(link(1), '/');
  jest.advanceTimersByTime(KEPT_MS);
  endVisit();
  keepResult(first, '/');
  expect(lastResult('', '/')).toBe(first);
  jest.advanceTimersByTime(1);
  expect(lastResult('', '/')).toBeNull();
});

it('a result is forgotten when the visitor returns to it and clears it', () => {
  const first = lastResult(link(1), '/');
  endVisit();
  keepResult(first, '/');
  keepResult(null, '/');
  expect(lastResult(link(1), '/')).toBeNull();
});

it('a result is forgotten after the results of four more visits', () => {
  for (const at of [2, 3, 4, 5]) {
    endVisit();
    keepResult(found(at), '/');
  }
  expect(lastResult(link(1), '/')).not.toBeNull();
  endVisit();
  expect(lastResult(link(1), '/')).toBeNull();
  expect(lastResult(link(2), '/')).not.toBeNull();
});
