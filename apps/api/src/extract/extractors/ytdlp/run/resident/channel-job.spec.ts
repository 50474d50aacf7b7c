import { Duplex } from 'node:stream';
import { YTDLP_BOUNDS } from '../ytdlp.bounds.js';
import { ChannelJob, ResidentStopped } from './channel-job.js';

afterEach(() => jest.useRealTimers());

it('abandons a parent that does not start a job, long before the deadline', async () => {
  jest.useFakeTimers();
  const silent = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const { signal } = new AbortController();
  const onStart = jest.fn();
  const given = ChannelJob.run(silent, { argv: [], bounds: YTDLP_BOUNDS, signal, onStart });
  const outcome = expect(given).rejects.toThrow(ResidentStopped);
  await jest.advanceTimersByTimeAsync(YTDLP_BOUNDS.deadlineMs / 3);
  await outcome;
  expect(onStart).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
});
