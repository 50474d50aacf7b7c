import { LRUCache } from 'lru-cache';
import { type Bucket, take, type Taken } from './bucket.js';

/** Buckets kept at once, about 100 bytes each: somebody with many addresses must not fill the memory. */
const MAX_KEPT = 50_000;

/** A bucket for each key, in the memory of this process. */
export class Buckets {
  private readonly fullAt: LRUCache<string, number>;

  constructor({ max = MAX_KEPT } = {}) {
    this.fullAt = new LRUCache({ max });
  }

  /** @param now milliseconds of any clock, always the same one. */
  take(key: string, bucket: Bucket, now = Date.now()): Taken {
    const taken = take((this.fullAt.get(key) ?? now) - now, bucket);
    this.fullAt.set(key, now + taken.fullInMs);
    return taken;
  }

  /** It is full again. */
  forget(key: string): void {
    this.fullAt.delete(key);
  }
}
