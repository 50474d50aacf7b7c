import timers from 'node:timers/promises';
import { EgressFailed } from '../../infra/egress/egress-error.js';
import type { Pace } from './pace.js';
import { retrying } from './retry.js';
import { Interrupted, SourceGone } from './source-error.js';

const waits: number[] = [];
let duringWait: () => void = () => undefined;

const { signal } = new AbortController();
let tries: number;

const failing = (error: Error) => (): Promise<void> => {
  tries += 1;
  return Promise.reject(error);
};
const nothing = (): number => 0;

beforeEach(() => {
  tries = 0;
  waits.length = 0;
  duringWait = () => undefined;
  // Make waits end immediately, but keep them abortable like real ones.
  jest.spyOn(timers, 'setTimeout').mockImplementation((waitMs = 0, value, options) => {
    waits.push(waitMs);
    duringWait();
    return options?.signal?.aborted === true
      ? Promise.reject(new Error('AbortError'))
      : Promise.resolve(value);
  });
});
afterEach(() => jest.restoreAllMocks());

describe('retrying', () => {
  it('retries as often as needed while bytes arrive, with short pauses', async () => {
    const attempt = (): Promise<void> =>
      ++tries < 50 ? Promise.reject(new Interrupted(500)) : Promise.resolve();
    await retrying(attempt, () => tries, signal);
    expect([tries, Math.max(...waits)]).toEqual([50, 50]);
  });

  it.each([
    [new Interrupted(500), 'SOURCE_FAILED'],
    [new Interrupted(500, { code: 'SOURCE_TIMEOUT' }), 'SOURCE_TIMEOUT'],
    [new EgressFailed('timeout'), 'SOURCE_TIMEOUT'],
    [Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }), 'SOURCE_FAILED'],
    [Object.assign(new Error('pipe'), { code: 'EPIPE', syscall: 'write' }), 'SOURCE_FAILED'],
  ])('gives up after four fruitless attempts in a row: %s', async (error, code) => {
    await expect(retrying(failing(error), nothing, signal)).rejects.toMatchObject({ code });
    expect(tries).toBe(4);
  });

  it('resets the count after an attempt that made progress', async () => {
    // One byte arrives on the third attempt, and none after that.
    const work = retrying(failing(new Interrupted(1)), () => Number(tries >= 3), signal);
    await expect(work).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
    expect(tries).toBe(7);
  });

  it('does not count fewer bytes than before as progress', async () => {
    const work = retrying(failing(new Interrupted(1)), () => 100 - tries, signal);
    await expect(work).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
    expect(tries).toBe(4);
  });

  it('does not count bytes that are discarded and fetched again as progress', async () => {
    const attempt = (): Promise<void> =>
      Promise.reject(++tries < 20 ? new Interrupted(1) : new SourceGone(403));
    await expect(retrying(attempt, () => (tries % 2) * 600, signal)).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
  });

  it('lets a restarted file catch up', async () => {
    const attempt = (): Promise<void> =>
      ++tries < 20 ? Promise.reject(new Interrupted(1)) : Promise.resolve();
    await retrying(attempt, () => (tries < 10 ? tries : tries - 9), signal);
    expect(tries).toBe(20);
  });

  it('waits as long as the source requests, without counting the wait towards the timeout', async () => {
    const idle = jest.fn((wait: () => Promise<unknown>) => wait());
    const busy = new Interrupted(15_000, { busy: { retryAfterMs: 15_000 } });
    const pace = { idle } as unknown as Pace;
    await expect(retrying(failing(busy), nothing, signal, pace)).rejects.toThrow();
    expect(waits).toEqual([15_000, 15_000, 15_000]);
    expect(idle).toHaveBeenCalledTimes(3);
  });

  it('counts the pause after progress towards the timeout', async () => {
    const idle = jest.fn();
    const attempt = (): Promise<void> =>
      ++tries < 5 ? Promise.reject(new Interrupted(500)) : Promise.resolve();
    await retrying(attempt, () => tries, signal, { idle });
    expect(idle).not.toHaveBeenCalled();
  });

  it('doubles each pause if the source does not request one', async () => {
    await expect(retrying(failing(new Interrupted(3000)), nothing, signal)).rejects.toThrow();
    expect(waits).toEqual([3000, 6000, 12_000]);
  });

  it.each([
    [new SourceGone(403), { status: 403 }],
    [Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }), { code: 'DISK_FULL' }],
    [Object.assign(new Error('bad'), { code: 'EBADF', syscall: 'write' }), { code: 'EBADF' }],
    [new EgressFailed('redirects'), { code: 'SOURCE_FAILED' }],
  ])('does not retry %s', async (error, reason) => {
    await expect(retrying(failing(error), nothing, signal)).rejects.toMatchObject(reason);
    expect(tries).toBe(1);
  });

  it("ends with the signal's reason while it waits or works", async () => {
    const [abort, reason] = [new AbortController(), new Error('shutdown')];
    duringWait = () => abort.abort(reason);
    await expect(retrying(failing(new Interrupted(1)), nothing, abort.signal)).rejects.toBe(reason);
    await expect(retrying(failing(new Error('aborted')), nothing, abort.signal)).rejects.toBe(
      reason,
    );
    expect(tries).toBe(2);
  });
});
