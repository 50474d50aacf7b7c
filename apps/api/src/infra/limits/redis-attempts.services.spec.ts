import { randomUUID } from 'node:crypto';
import { waitUntil } from '../testing/wait-until.js';
import { AccountAttempts } from './account-attempts.js';
import { RedisAttempts } from './redis-attempts.js';

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';

it('processes count together, as one does in its memory', async () => {
  const [one, two] = [new RedisAttempts(REDIS_URL), new RedisAttempts(REDIS_URL)];
  for (const attempts of [one, two]) {
    await waitUntil(async () => (await attempts.begin(randomUUID())) !== null, 'Redis');
  }
  const key = randomUUID();
  const waits = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one : two).begin(key)),
  );
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  const longest = Math.max(...waits.map(Number));
  expect([longest > 0, longest <= 1000]).toEqual([true, true]);
  await two.forget(key);
  expect(await one.begin(key)).toBe(0);
  one.close();
  two.close();
});

it('what one process has let in counts at another, whoever asks', async () => {
  const [one, two] = [
    new AccountAttempts({ redisUrl: REDIS_URL }),
    new AccountAttempts({ redisUrl: REDIS_URL }),
  ];
  const isShared = async (): Promise<boolean> => {
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => one.begin(key)));
    return (await two.begin(key)) === 1;
  };
  // Until Redis is reached, each counts by itself.
  await waitUntil(isShared, 'what the other has counted');
  one.onApplicationShutdown();
  two.onApplicationShutdown();
});
