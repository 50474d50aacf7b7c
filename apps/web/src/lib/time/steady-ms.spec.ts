import { steadyMs } from './steady-ms.js';

const HOUR_MS = 3_600_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([-24 * HOUR_MS, 24 * HOUR_MS])('ignores a clock change of %d ms', (ms) => {
  const before = steadyMs();
  jest.setSystemTime(Date.now() + ms);
  jest.advanceTimersByTime(5000);
  expect(Math.round(steadyMs() - before)).toBe(5000);
});
