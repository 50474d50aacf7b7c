import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { RedisScripts } from '../../redis/redis-scripts.js';

/**
 * How many visitors are counted. Beyond that, the counts of the least recent visitors start over.
 */
const MAX_KEPT = 50_000;
const DAY_MS = 86_400_000;

/** Adds ARGV[1] bytes (0 only reads) to a count that is kept for ARGV[2] milliseconds. */
const ADD_LUA = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return count
`;

/**
 * Like ADD_LUA, but adds nothing if KEYS[2] already exists. KEYS[2] expires along with the count.
 */
const ADD_ONCE_LUA = `
local isNew = redis.call('SET', KEYS[2], 1, 'NX', 'PX', ARGV[2])
local count = redis.call('INCRBY', KEYS[1], isNew and ARGV[1] or 0)
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return count
`;

/** Sets KEYS[1] with an expiry of ARGV[1] milliseconds. */
const NOTE_LUA = `return redis.call('SET', KEYS[1], 1, 'PX', ARGV[1]) and 1`;
const KNOWS_LUA = `return redis.call('EXISTS', KEYS[1])`;

const countSchema = z.number();

const SCRIPTS = {
  ...{ addBytes: ADD_LUA, addBytesOnce: ADD_ONCE_LUA },
  ...{ note: NOTE_LUA, knows: KNOWS_LUA },
};

/** Milliseconds until the end of the day (UTC). */
export const restOfDayMs = (nowMs: number): number => DAY_MS - (nowMs % DAY_MS);

/**
 * Counts the bytes delivered to each visitor today (UTC), in Redis or, while Redis is unavailable,
 * in this process. Nothing is kept after the day.
 */
export class DeliveredBytes {
  private readonly own = new LRUCache<string, number>({ max: MAX_KEPT });
  /** Files already charged, and tasks without a limit. */
  private readonly noted = new LRUCache<string, true>({ max: MAX_KEPT });
  private readonly shared: RedisScripts;

  constructor(redisUrl: string | undefined) {
    this.shared = new RedisScripts(redisUrl, 'delivered bytes', SCRIPTS);
  }

  /**
   * @param visitor `Principal.key`
   * @param bytes 0 to only read the count
   * @returns the bytes delivered to the visitor today, including these
   */
  async add(visitor: string, bytes: number, nowMs = Date.now()): Promise<number> {
    const [key, ttl] = [countKey(visitor, nowMs), restOfDayMs(nowMs)];
    const count = this.addOwn(key, bytes, ttl);
    return (await this.shared.ask(countSchema, 'addBytes', [key], bytes, ttl)) ?? count;
  }

  /**
   * Like `add`, but counts each file once per visitor and day. For files that another server sends,
   * because we never learn how much of them was sent.
   * @param file the file's id
   */
  async addOnce(
    visitor: string,
    file: string,
    { bytes, nowMs = Date.now() }: { readonly bytes: number; readonly nowMs?: number },
  ): Promise<number> {
    const [key, ttl] = [countKey(visitor, nowMs), restOfDayMs(nowMs)];
    const charged = `${key}:${file}`;
    const count = this.addOwn(key, this.noted.has(charged) ? 0 : bytes, ttl);
    this.noted.set(charged, true, { ttl });
    const shared = await this.shared.ask(countSchema, 'addBytesOnce', [key, charged], bytes, ttl);
    return shared ?? count;
  }

  /**
   * Records that an account without a limit has started a task. Its file is then requested by `<a>`
   * and `<video>`, which send no access token.
   * @param forMs the longest lifetime of the task and its file, in milliseconds
   */
  async exempt(taskId: string, forMs: number): Promise<void> {
    this.noted.set(exemptKey(taskId), true, { ttl: forMs });
    await this.shared.run('note', [exemptKey(taskId)], forMs);
  }

  /** True if `exempt` was called for the task, in any process that shares our Redis. */
  async isExempt(taskId: string): Promise<boolean> {
    const key = exemptKey(taskId);
    return this.noted.has(key) || (await this.shared.run('knows', [key])) === 1;
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }

  private addOwn(key: string, bytes: number, ttl: number): number {
    const count = (this.own.get(key) ?? 0) + bytes;
    this.own.set(key, count, { ttl });
    return count;
  }
}

const countKey = (visitor: string, nowMs: number): string =>
  `bytes:${Math.floor(nowMs / DAY_MS)}:${visitor}`;

const exemptKey = (taskId: string): string => `bytes-exempt:${taskId}`;
