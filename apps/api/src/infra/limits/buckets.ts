import { LRUCache } from 'lru-cache';
import { type Bucket, takeToken, type TakeResult } from './bucket.js';

/**
 * How many buckets are kept, about 100 bytes each. A client with many addresses must not fill the
 * memory.
 */
const MAX_KEPT = 50_000;

/** A bucket per key, in the memory of this process. */
export class Buckets {
  private readonly fullAt: LRUCache<string, number>;

  constructor({ max = MAX_KEPT } = {}) {
    this.fullAt = new LRUCache({ max });
  }

  /** @param now milliseconds of any clock, but always the same clock */
  take(key: string, bucket: Bucket, now = Date.now()): TakeResult {
    const taken = takeToken((this.fullAt.get(key) ?? now) - now, bucket);
    this.fullAt.set(key, now + taken.fullInMs);
    return taken;
  }

  /** Resets the bucket to full. */
  forget(key: string): void {
    this.fullAt.delete(key);
  }
}
