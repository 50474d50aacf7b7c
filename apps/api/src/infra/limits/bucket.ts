/** A token bucket: `size` at once, refilled evenly within `refillMs`. */
export interface Bucket {
  readonly size: number;
  readonly refillMs: number;
}

/** The outcome of taking a token. */
export interface TakeResult {
  /** 0 when granted; else the time until the next token, milliseconds. */
  readonly waitMs: number;
  /** Time until the bucket is full again, milliseconds. */
  readonly fullInMs: number;
}

/**
 * Takes a token from a bucket (GCRA): the only state is when it will be full again. `TAKE_LUA` in
 * redis-buckets.ts does the same for shared buckets.
 * @param fullInMs time until it is full, milliseconds; 0 or less when it is.
 */
export function takeToken(fullInMs: number, { size, refillMs }: Bucket): TakeResult {
  const before = Math.max(0, fullInMs);
  const after = before + refillMs / size;
  // Whole milliseconds: sums of fractions may miss the size slightly.
  const waitMs = Math.floor(after - refillMs);
  return waitMs > 0 ? { waitMs, fullInMs: before } : { waitMs: 0, fullInMs: after };
}

/** Tokens left in a bucket. */
export function tokensLeft({ fullInMs }: TakeResult, { size, refillMs }: Bucket): number {
  return Math.floor((size * (refillMs - fullInMs)) / refillMs + 1e-6);
}
