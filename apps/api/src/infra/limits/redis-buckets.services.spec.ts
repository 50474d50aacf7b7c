import { randomUUID } from 'node:crypto';
import { beforeAllPatientRedis } from '../testing/patient-redis.js';
import { waitUntil } from '../testing/wait-until.js';
import { takeToken } from './bucket.js';
import { BucketStorage } from './bucket.storage.js';
import { RedisScripts } from '../redis/redis-scripts.js';
import { BUCKET_SCRIPTS, takeShared } from './redis-buckets.js';

beforeAllPatientRedis();

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';

/** This bucket refills by less than a thousandth during a test. */
const BUCKET = { size: 10, refillMs: 36_000_000 };

describe('takeShared', () => {
  it('shares buckets between processes, and grants requests as with buckets in memory', async () => {
    const [one, two] = [1, 2].map(() => new RedisScripts(REDIS_URL, 'limits', BUCKET_SCRIPTS)) as [
      RedisScripts,
      RedisScripts,
    ];
    for (const redis of [one, two]) {
      await waitUntil(
        async () => (await takeShared(redis, randomUUID(), BUCKET)) !== null,
        'Redis',
      );
    }
    const key = randomUUID();
    let expected = takeToken(0, BUCKET);
    for (let count = 0; count < BUCKET.size + 2; count += 1) {
      const taken = await takeShared(count % 2 === 0 ? one : two, key, BUCKET);
      const roughly = {
        asymmetricMatch: (ms: number) => Math.abs(ms - expected.fullInMs) < 36_000,
      };
      expect(taken).toEqual({
        waitMs: expected.waitMs === 0 ? 0 : (expect.any(Number) as number),
        fullInMs: roughly,
      });
      expect((taken?.waitMs ?? 0) > 0).toBe(count >= BUCKET.size);
      expected = takeToken(expected.fullInMs, BUCKET);
    }
    one.close();
    two.close();
  });
});

describe('BucketStorage', () => {
  it('counts what another process has accepted', async () => {
    const [one, two] = [new BucketStorage(REDIS_URL), new BucketStorage(REDIS_URL)];
    const isShared = async (): Promise<boolean> => {
      const key = randomUUID();
      await one.increment(key, 36_000_000, 1);
      const { isBlocked, totalHits, timeToBlockExpire } = await two.increment(key, 36_000_000, 1);
      return isBlocked && totalHits === 1 && timeToBlockExpire > 35_000;
    };
    // Until Redis is connected, each process counts separately.
    await waitUntil(isShared, 'the counts of the other process');
    one.onApplicationShutdown();
    two.onApplicationShutdown();
  });
});
