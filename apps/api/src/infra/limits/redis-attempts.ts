import * as z from 'zod';
import { ACCOUNT_BUCKET, type AttemptBy, DEVICE_BUCKET } from './attempt-counts.js';
import { type GuessingPace, SLOW_PACE, USUAL_PACE } from './growing-delay.js';
import { RedisScripts } from '../redis/redis-scripts.js';
import { BUCKET_SCRIPTS, takeShared } from './redis-buckets.js';

/**
 * Counts for a network (KEYS[1]) and an account (KEYS[2]), like memory-attempts.ts but with Redis's
 * clock.
 */
const BEGIN_LUA = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local kept = redis.call('HMGET', KEYS[1], 'count', 'until')
local wait = math.ceil(tonumber(kept[2] or '0') - now)
if wait > 0 then return wait end
local size, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local after = math.max(0, tonumber(redis.call('GET', KEYS[2]) or '0') - now) + refill / size
local pace = 7
if math.floor(after - refill) <= 0 then
  pace = 3
  redis.call('SET', KEYS[2], string.format('%.3f', now + after), 'PX', math.ceil(after))
end
local free, first = tonumber(ARGV[pace]), tonumber(ARGV[pace + 1])
local longest, quiet = tonumber(ARGV[pace + 2]), tonumber(ARGV[pace + 3])
local count = tonumber(kept[1] or '0') + 1
local delay = 0
if count >= free then delay = math.min(first * 2 ^ (count - free), longest) end
redis.call('HSET', KEYS[1], 'count', count, 'until', string.format('%.3f', now + delay))
redis.call('PEXPIRE', KEYS[1], quiet)
return 0
`;

const valuesOf = (pace: GuessingPace): number[] => [
  ...[pace.freeAttempts, pace.firstDelayMs, pace.longestDelayMs, pace.quietMs],
];
const LIMITS = [
  ...[ACCOUNT_BUCKET.size, ACCOUNT_BUCKET.refillMs],
  ...[USUAL_PACE, SLOW_PACE].flatMap(valuesOf),
];

/** Counts sign-in attempts for all processes together. The keys expire in Redis. */
export class RedisAttempts extends RedisScripts {
  constructor(url: string | undefined) {
    super(url, 'attempt counts', {
      ...BUCKET_SCRIPTS,
      beginAttempt: BEGIN_LUA,
      forgetAttempts: `return redis.call('DEL', KEYS[1])`,
    });
  }

  /** @returns how long to wait, in milliseconds; null without Redis, and while Redis does not
   * respond */
  async begin({ account, network, device }: AttemptBy): Promise<number | null> {
    if (device !== null) {
      const taken = await takeShared(this, device, DEVICE_BUCKET);
      if (taken === null || taken.waitMs === 0) {
        return taken && 0;
      }
    }
    return this.ask(z.number(), 'beginAttempt', [network, account], ...LIMITS);
  }

  async forget({ network, device }: AttemptBy): Promise<void> {
    await this.run('forgetAttempts', [device ?? network]);
  }
}
