import { AccountAttempts } from './account-attempts.js';
import { ACCOUNT_BUCKET, type AttemptBy, DEVICE_BUCKET } from './attempt-counts.js';
import { attempt, type Attempts, SLOW_PACE, USUAL_PACE } from './growing-delay.js';

const MINUTE_MS = 60_000;
const QUIET_MS = USUAL_PACE.quietMs;

it.each([
  [
    'by 1 s, 2 s and so on up to 15 min after five attempts',
    USUAL_PACE,
    [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900],
  ],
  [
    'by 15 min, 30 min and so on up to 4 h after three attempts, while many networks guess',
    SLOW_PACE,
    [0, 0, 900, 1800, 3600, 7200, 14_400, 14_400],
  ],
])('delays attempts %s', (_, pace, seconds) => {
  let attempts: Attempts = { count: 0, blockedUntil: 0 };
  let now = 1_000_000;
  const waits = seconds.map(() => {
    ({ attempts } = attempt(attempts, now, pace));
    const { waitMs, attempts: unchanged } = attempt(attempts, now, pace);
    if (waitMs > 0) {
      // A refused attempt changes nothing. An attempt that is a millisecond early is still refused.
      expect(unchanged).toEqual(attempts);
      expect(attempt(attempts, now + waitMs - 1, pace).waitMs).toBe(1);
    }
    now += waitMs;
    return waitMs / 1000;
  });
  expect(waits).toEqual(seconds);
});

const ONE: AttemptBy = { account: 'one', network: 'one', device: null };

describe('AccountAttempts in memory', () => {
  let attempts: AccountAttempts;
  let now: number;
  /**
   * Makes several consecutive attempts at the same moment. @returns the wait for each, in seconds
   */
  const tries = async (count: number, by: Partial<AttemptBy> = {}): Promise<number[]> => {
    const waits: number[] = [];
    for (let time = 0; time < count; time += 1) {
      waits.push(await attempts.begin({ ...ONE, ...by }));
    }
    return waits;
  };

  beforeEach(() => {
    now = 1_000_000;
    attempts = new AccountAttempts({ redisUrl: undefined, clock: () => now });
  });

  it('allows no more concurrent attempts than sequential ones', async () => {
    const waits = await Promise.all(Array.from({ length: 200 }, () => attempts.begin(ONE)));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([0, 1]));
  });

  it('keeps accounts and networks separate, and resets a count after a success', async () => {
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(await tries(1, { account: 'two' })).toEqual([0]);
    expect(await tries(1, { network: 'two' })).toEqual([0]);
    await attempts.forget(ONE);
    expect(await tries(6)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it.each([
    [QUIET_MS, [0, 0, 0, 0, 0, 1]],
    [QUIET_MS - MINUTE_MS, [0, 2]],
  ])('remembers failures for an hour: after %d ms the waits are %j', async (passed, waits) => {
    await tries(6);
    now += passed;
    expect(await tries(waits.length)).toEqual(waits);
  });

  describe("while 200 networks guess an account's password", () => {
    const HOURS = 24;
    const networks = Array.from({ length: 200 }, (_, at) => `network ${at}`);
    /**
     * Counts how many attempts are accepted if all networks try as often as allowed for some hours.
     */
    async function attack(hours: number): Promise<number> {
      const end = now + hours * 60 * MINUTE_MS;
      const next = new Map(networks.map((network) => [network, now]));
      let letIn = 0;
      while (now < end) {
        for (const network of networks.filter((name) => (next.get(name) ?? 0) <= now)) {
          const seconds = await attempts.begin({ ...ONE, network });
          letIn += seconds === 0 ? 1 : 0;
          next.set(network, now + seconds * 1000);
        }
        now = Math.min(...next.values());
      }
      return letIn;
    }

    it('accepts 20 consecutive sign-ins from a known device, and its owner on a new device', async () => {
      await attack(1);
      const outcomes: number[] = [];
      for (let time = 0; time < 20; time += 1) {
        await attack(0.1);
        const by = { ...ONE, network: networks[time] ?? '', device: 'known' };
        outcomes.push(await attempts.begin(by));
        await attempts.forget(by);
      }
      expect(outcomes).toEqual(Array.from({ length: 20 }, () => 0));
      expect(await tries(3, { network: 'of a friend' })).toEqual([0, 0, 0]);
    });

    it('allows each network a dozen attempts a day, where a single network would get a hundred', async () => {
      const letIn = await attack(HOURS);
      expect(letIn).toBeGreaterThan(200 * 3);
      // Each network gets a dozen attempts. At the usual pace, only as many are accepted as the
      // bucket holds and refills in a day.
      expect(letIn).toBeLessThan(200 * 12 + 2 * ACCOUNT_BUCKET.size);
      networks.splice(1);
      const alone = { ...ONE, account: 'another', network: networks[0] ?? '' };
      let count = 0;
      for (const end = now + HOURS * 60 * MINUTE_MS; now < end;) {
        const seconds = await attempts.begin(alone);
        count += seconds === 0 ? 1 : 0;
        now += seconds * 1000;
      }
      expect(count).toBeGreaterThan(90);
    });

    it('returns to the usual pace some time after the guessing has stopped', async () => {
      await attack(1);
      now += ACCOUNT_BUCKET.refillMs;
      expect(await tries(6, { network: 'of a friend' })).toEqual([0, 0, 0, 0, 0, 1]);
    });
  });

  it('counts a known device separately, but like any other device after too many failures', async () => {
    const known = { device: 'known' };
    await tries(6);
    const { size, refillMs } = DEVICE_BUCKET;
    expect(await tries(1, known)).toEqual([0]);
    await attempts.forget({ ...ONE, ...known });
    // The success on one device does not reset the counts of others at the same address.
    expect(await tries(1)).toEqual([1]);
    expect(new Set(await tries(size, known))).toEqual(new Set([0]));
    expect(await tries(1, known)).toEqual([1]);
    expect(await tries(6, { ...known, network: 'another' })).toEqual([0, 0, 0, 0, 0, 1]);
    now += refillMs / size;
    expect(await tries(1, known)).toEqual([0]);
  });
});
