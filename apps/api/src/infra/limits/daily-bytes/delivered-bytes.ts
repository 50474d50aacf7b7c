import { LRUCache } from 'lru-cache';
import { RedisScripts } from '../../redis/redis-scripts.js';

/** How many visitors are counted. Beyond that, those who came least recently start again. */
const MAX_KEPT = 50_000;
const DAY_MS = 86_400_000;

/** Adds ARGV[1] bytes, 0 to read, to a count that is kept for ARGV[2] milliseconds. */
const ADD_LUA = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return count
`;

/** How long today lasts (UTC), milliseconds. */
export const restOfDayMs = (nowMs: number): number => DAY_MS - (nowMs % DAY_MS);

/**
 * Counts the bytes that each visitor got today (UTC), in Redis or, while Redis is unavailable, in
 * this process. Nothing is kept after the day.
 */
export class DeliveredBytes {
  private readonly own = new LRUCache<string, number>({ max: MAX_KEPT });
  private readonly shared: RedisScripts | null;

  constructor(redisUrl: string | undefined) {
    this.shared =
      redisUrl === undefined
        ? null
        : new RedisScripts(redisUrl, 'delivered bytes', { addBytes: ADD_LUA });
  }

  /**
   * @param visitor the key of `Principal`
   * @param bytes 0 only to read the count
   * @returns how many bytes the visitor got today, these included
   */
  async add(visitor: string, bytes: number, nowMs = Date.now()): Promise<number> {
    const key = `bytes:${Math.floor(nowMs / DAY_MS)}:${visitor}`;
    const ttl = restOfDayMs(nowMs);
    const count = (this.own.get(key) ?? 0) + bytes;
    this.own.set(key, count, { ttl });
    return (await this.shared?.run<number>('addBytes', [key], bytes, ttl)) ?? count;
  }

  onApplicationShutdown(): void {
    this.shared?.close();
  }
}
