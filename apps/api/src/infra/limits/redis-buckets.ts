import * as z from 'zod';
import type { Bucket, TakeResult } from './bucket.js';
import type { RedisScripts } from '../redis/redis-scripts.js';

/** `takeToken` from bucket.ts, but with Redis's clock. */
const TAKE_LUA = `
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

/** The wait, and the time until the bucket is full, both in milliseconds. */
const takenSchema = z.tuple([z.number(), z.number()]);

/** The scripts that `takeShared` needs. */
export const BUCKET_SCRIPTS = { takeFromBucket: TAKE_LUA };

/**
 * Takes a token from a bucket that all processes share.
 * @returns null without Redis, and while Redis does not respond
 */
export async function takeShared(
  redis: Pick<RedisScripts, 'ask'>,
  key: string,
  { size, refillMs }: Bucket,
): Promise<TakeResult | null> {
  const taken = await redis.ask(takenSchema, 'takeFromBucket', [key], size, refillMs);
  return taken && { waitMs: taken[0], fullInMs: taken[1] };
}
