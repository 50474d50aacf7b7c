import { once } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { runningTimeout } from './running-timeout.js';

const sleepSync = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** Unlike the timeout, this keeps the process running. */
const awake = (): NodeJS.Timeout => setInterval(() => undefined, 1000);

it('does not count the time in which the process stood still', async () => {
  const running = awake();
  const signal = runningTimeout(100, 10);
  sleepSync(200);
  await nextRound();
  await nextRound();
  expect(signal.aborted).toBe(false);
  await once(signal, 'abort');
  clearInterval(running);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('ends after the given time', async () => {
  const running = awake();
  const startedMs = performance.now();
  const signal = runningTimeout(55, 20);
  await once(signal, 'abort');
  clearInterval(running);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(50);
});
