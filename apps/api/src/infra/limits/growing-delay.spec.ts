import { AccountAttempts } from './account-attempts.js';
import { attempt, type Attempts, QUIET_MS } from './growing-delay.js';

const MINUTE_MS = 60_000;

it('allows five attempts, then delays by 1 s, 2 s, 4 s and so on up to 15 min', () => {
  let attempts: Attempts = { count: 0, blockedUntil: 0 };
  let now = 1_000_000;
  const waits = Array.from({ length: 18 }, () => {
    ({ attempts } = attempt(attempts, now));
    const { waitMs, attempts: unchanged } = attempt(attempts, now);
    if (waitMs > 0) {
      // A refused one changes nothing, and a millisecond too early is too early.
      expect(unchanged).toEqual(attempts);
      expect(attempt(attempts, now + waitMs - 1).waitMs).toBe(1);
    }
    now += waitMs;
    return waitMs / 1000;
  });
  expect(waits.slice(4)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
});

describe('AccountAttempts in memory', () => {
  let attempts: AccountAttempts;
  let now: number;
  /** Seconds to wait for each of so many, one after the other at the same moment. */
  const tries = async (count: number, key = 'one'): Promise<number[]> => {
    const waits: number[] = [];
    for (let time = 0; time < count; time += 1) {
      waits.push(await attempts.begin(key));
    }
    return waits;
  };

  beforeEach(() => {
    now = 1_000_000;
    attempts = new AccountAttempts({ redisUrl: undefined, clock: () => now });
  });

  it('allows no more concurrent attempts than sequential ones', async () => {
    const waits = await Promise.all(Array.from({ length: 200 }, () => attempts.begin('one')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([0, 1]));
  });

  it('keeps accounts separate, and forgets one after a success', async () => {
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(await tries(1, 'two')).toEqual([0]);
    await attempts.forget('one');
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it.each([
    [QUIET_MS, [0, 0, 0, 0, 0, 1]],
    [QUIET_MS - MINUTE_MS, [0, 2]],
  ])('remembers failures for an hour: after %d ms', async (passed, waits) => {
    await tries(6);
    now += passed;
    expect(await tries(waits.length)).toEqual(waits);
  });
});
