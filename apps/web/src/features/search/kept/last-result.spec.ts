import { LIMITS } from '@dipper/contract';
import { videoInfo } from '../../../testing/fixtures.js';
import { keepResult, lastResult } from './last-result.js';

const DAY_MS = 86_400_000;
const KEPT_MS = LIMITS.retentionSeconds * 1000;

beforeEach(() => {
  jest.useFakeTimers();
  keepResult(null, '/');
  keepResult({ link: 'https://vimeo.com/1', info: videoInfo() }, '/');
});
afterEach(() => {
  // Reset the module, because other specs in the same worker share it.
  keepResult(null, '/');
  jest.useRealTimers();
});

it('expires when its files do', () => {
  jest.advanceTimersByTime(KEPT_MS);
  expect(lastResult('', '/')).not.toBeNull();
  jest.advanceTimersByTime(1);
  expect(lastResult('', '/')).toBeNull();
});

it.each([DAY_MS, -DAY_MS])('is not affected by a clock change of %d ms', (ms) => {
  jest.setSystemTime(Date.now() + ms);
  expect(lastResult('', '/')).not.toBeNull();
  jest.advanceTimersByTime(KEPT_MS + 1);
  expect(lastResult('', '/')).toBeNull();
});

it('is available on its own page, and elsewhere only for its link', () => {
  expect(lastResult('', '/vimeo-downloader')).toBeNull();
  expect(lastResult('https://vimeo.com/1', '/vimeo-downloader')).not.toBeNull();
  expect(lastResult('https://vimeo.com/2', '/')).toBeNull();
});
