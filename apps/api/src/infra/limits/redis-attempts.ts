import { FIRST_DELAY_MS, FREE_ATTEMPTS, LONGEST_DELAY_MS, QUIET_MS } from './growing-delay.js';
import { LimitsRedis } from './limits-redis.js';

/** `attempt` in growing-delay.ts, by the clock of Redis. */
const LUA = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local kept = redis.call('HMGET', KEYS[1], 'count', 'until')
local wait = math.ceil(tonumber(kept[2] or '0') - now)
if wait > 0 then return wait end
local free, first = tonumber(ARGV[1]), tonumber(ARGV[2])
local longest, quiet = tonumber(ARGV[3]), tonumber(ARGV[4])
local count = tonumber(kept[1] or '0') + 1
local delay = 0
if count >= free then delay = math.min(first * 2 ^ (count - free), longest) end
redis.call('HSET', KEYS[1], 'count', count, 'until', string.format('%.3f', now + delay))
redis.call('PEXPIRE', KEYS[1], quiet)
return 0
`;

/** Attempts at accounts, shared by all processes. */
export class RedisAttempts {
  private readonly redis: LimitsRedis;

  constructor(url: string) {
    this.redis = new LimitsRedis(url, {
      beginAttempt: LUA,
      forgetAttempts: `return redis.call('DEL', KEYS[1])`,
    });
  }

  /** @returns what it has to wait, milliseconds; null while Redis does not answer. */
  begin(key: string): Promise<number | null> {
    const delays = [FREE_ATTEMPTS, FIRST_DELAY_MS, LONGEST_DELAY_MS, QUIET_MS];
    return this.redis.run<number>('beginAttempt', key, ...delays);
  }

  async forget(key: string): Promise<void> {
    await this.redis.run('forgetAttempts', key);
  }

  close(): void {
    this.redis.close();
  }
}
