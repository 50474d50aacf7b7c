import { Logger } from '@nestjs/common';
import { connectRedis, type Redis } from '../redis/redis.js';
import type { Bucket, Taken } from './bucket.js';

/** Longest wait for an answer, milliseconds: a visitor waits along. */
const COMMAND_TIMEOUT_MS = 250;
/** After a failure Redis is left alone for so long, milliseconds. */
const PAUSE_MS = 1000;

/** `take` in bucket.ts, by the clock of Redis. */
const LUA = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local size, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local before = math.max(0, tonumber(redis.call('GET', KEYS[1]) or '0') - now)
local after = before + refill / size
local wait = math.floor(after - refill)
if wait > 0 then return { wait, math.ceil(before) } end
redis.call('SET', KEYS[1], string.format('%.3f', now + after), 'PX', math.ceil(after))
return { 0, math.ceil(after) }
`;

/** A bucket for each key, shared by all processes. */
export class RedisBuckets {
  private readonly logger = new Logger(RedisBuckets.name);
  private readonly redis: Redis;
  private pausedUntil = 0;

  constructor(url: string) {
    const onOutage = (error: Error): void =>
      this.logger.warn(`Redis is away, each process limits by itself: ${error.message}`);
    this.redis = connectRedis(url, 'limits', onOutage, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.redis.defineCommand('takeFromBucket', { numberOfKeys: 1, lua: LUA });
  }

  /** @returns null while Redis does not answer. */
  async take(key: string, { size, refillMs }: Bucket): Promise<Taken | null> {
    if (performance.now() < this.pausedUntil) {
      return null;
    }
    try {
      const [waitMs, fullInMs] = await (this.redis as unknown as WithCommand).takeFromBucket(
        `dipper:limit:${key}`,
        size,
        refillMs,
      );
      return { waitMs, fullInMs };
    } catch {
      // Said once for each outage, by onOutage; one that hangs is not asked for every request.
      this.pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** What `defineCommand` adds. */
interface WithCommand {
  takeFromBucket(key: string, size: number, refillMs: number): Promise<[number, number]>;
}
