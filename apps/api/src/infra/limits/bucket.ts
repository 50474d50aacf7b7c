/** A token bucket of `size` tokens, which refills evenly within `refillMs`. */
export interface Bucket {
  readonly size: number;
  readonly refillMs: number;
}

export interface TakeResult {
  /** 0 if a token was granted; otherwise, the time until the next token, in milliseconds. */
  readonly waitMs: number;
  /** The time until the bucket is full again, in milliseconds. */
  readonly fullInMs: number;
}

/**
 * Takes a token from a bucket (GCRA). The only state is when the bucket will be full again.
 * `TAKE_LUA` in redis-buckets.ts does the same for shared buckets.
 * @param fullInMs time until the bucket is full, in milliseconds; 0 or less if it is full
 */
export function takeToken(fullInMs: number, { size, refillMs }: Bucket): TakeResult {
  const before = Math.max(0, fullInMs);
  const after = before + refillMs / size;
  // Use whole milliseconds, because sums of fractions may differ slightly from the size.
  const waitMs = Math.floor(after - refillMs);
  return waitMs > 0 ? { waitMs, fullInMs: before } : { waitMs: 0, fullInMs: after };
}

export function tokensLeft({ fullInMs }: TakeResult, { size, refillMs }: Bucket): number {
  return Math.floor((size * (refillMs - fullInMs)) / refillMs + 1e-6);
}
