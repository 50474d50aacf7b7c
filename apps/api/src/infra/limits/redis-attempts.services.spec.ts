import { randomUUID } from 'node:crypto';
import { beforeAllPatientRedis } from '../testing/patient-redis.js';
import { waitUntil } from '../testing/wait-until.js';
import { AccountAttempts } from './account-attempts.js';
import { ACCOUNT_BUCKET, type AttemptBy, DEVICE_BUCKET } from './attempt-counts.js';
import { RedisAttempts } from './redis-attempts.js';

beforeAllPatientRedis();

const somebody = (): AttemptBy => ({
  account: randomUUID(),
  network: randomUUID(),
  device: null,
});

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';

it('several processes count attempts together, like a single process in memory', async () => {
  const [one, two] = [new RedisAttempts(REDIS_URL), new RedisAttempts(REDIS_URL)];
  for (const attempts of [one, two]) {
    await waitUntil(async () => (await attempts.begin(somebody())) !== null, 'Redis');
  }
  const key = somebody();
  const begun = performance.now();
  const waits = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one : two).begin(key)),
  );
  // The fifth starts a pause of a second, by Redis's clock. Each longer pause may let one more pass.
  const pauses = Math.floor((performance.now() - begun) / 1000);
  const accepted = waits.filter((waitMs) => waitMs === 0).length;
  expect([accepted >= 5, accepted <= 5 + pauses]).toEqual([true, true]);
  const longest = Math.max(...waits.map(Number));
  expect([longest > 0, longest <= 1000 * 2 ** pauses]).toEqual([true, true]);
  await two.forget(key);
  expect(await one.begin(key)).toBe(0);

  // Make many networks guess, with three attempts for each new one. Then use a device that has its
  // own count.
  for (let at = 0; at < ACCOUNT_BUCKET.size; at += 1) {
    expect(await one.begin({ ...key, network: `network ${at}` })).toBe(0);
  }
  const late = { ...key, network: randomUUID() };
  const lateWaits = [await one.begin(late), await two.begin(late), await one.begin(late)];
  expect(lateWaits).toEqual([0, 0, 0]);
  expect(await two.begin(late)).toBeGreaterThan(800_000);
  const known = { ...late, device: randomUUID() };
  for (let at = 0; at < DEVICE_BUCKET.size; at += 1) {
    expect(await (at % 2 === 0 ? one : two).begin(known)).toBe(0);
  }
  expect(await one.begin(known)).toBeGreaterThan(800_000);
  await one.forget(known);
  expect(await two.begin(known)).toBe(0);
  one.close();
  two.close();
});

it('attempts that one process accepts also count in another, whoever makes them', async () => {
  const [one, two] = [
    new AccountAttempts({ redisUrl: REDIS_URL }),
    new AccountAttempts({ redisUrl: REDIS_URL }),
  ];
  const isShared = async (): Promise<boolean> => {
    const key = somebody();
    await Promise.all(Array.from({ length: 5 }, () => one.begin(key)));
    return (await two.begin(key)) === 1;
  };
  // Until Redis is connected, each process counts separately.
  await waitUntil(isShared, 'the counts of the other process');
  one.onApplicationShutdown();
  two.onApplicationShutdown();
});
