import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { tokensLeft } from './bucket.js';
import { Buckets } from './buckets.js';
import { RedisScripts } from '../redis/redis-scripts.js';
import { BUCKET_SCRIPTS, takeShared } from './redis-buckets.js';

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Stores rate limits in Redis, or in this process while Redis is unavailable. */
export class BucketStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly own = new Buckets();
  private readonly shared: RedisScripts;

  constructor(redisUrl: string | undefined) {
    this.shared = new RedisScripts(redisUrl, 'rate limits', BUCKET_SCRIPTS);
  }

  /**
   * Counts a request. Seconds are rounded up, so that a client that returns after that time is
   * accepted.
   */
  async increment(key: string, ttl: number, limit: number): Promise<Count> {
    const bucket = { size: limit, refillMs: ttl };
    const taken = (await takeShared(this.shared, key, bucket)) ?? this.own.take(key, bucket);
    return {
      totalHits: limit - tokensLeft(taken, bucket),
      timeToExpire: Math.ceil(taken.fullInMs / 1000),
      isBlocked: taken.waitMs > 0,
      timeToBlockExpire: Math.ceil(taken.waitMs / 1000),
    };
  }

  onApplicationShutdown(): void {
    this.shared.close();
  }
}
