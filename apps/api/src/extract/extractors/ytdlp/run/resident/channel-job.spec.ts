import { Duplex } from 'node:stream';
import { YTDLP_BOUNDS } from '../ytdlp.bounds.js';
import { ChannelJob, ResidentStopped } from './channel-job.js';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('abandons a parent that does not start a job, long before the deadline', async () => {
  jest.useFakeTimers();
  const silent = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const { signal } = new AbortController();
  const onStart = jest.fn();
  const [set, cleared] = [
    jest.spyOn(globalThis, 'setTimeout'),
    jest.spyOn(globalThis, 'clearTimeout'),
  ];
  const given = ChannelJob.run(silent, { argv: [], bounds: YTDLP_BOUNDS, signal, onStart });
  const outcome = expect(given).rejects.toThrow(ResidentStopped);
  await jest.advanceTimersByTimeAsync(YTDLP_BOUNDS.deadlineMs / 3);
  await outcome;
  expect(onStart).not.toHaveBeenCalled();
  // Not the number of all timers: specs that ran earlier in this process may still set some.
  const deadline = set.mock.calls.findIndex(([, delay]) => delay === YTDLP_BOUNDS.deadlineMs);
  expect(deadline).not.toBe(-1);
  expect(cleared).toHaveBeenCalledWith(set.mock.results[deadline]?.value);
});
