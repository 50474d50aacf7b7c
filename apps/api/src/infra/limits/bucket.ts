/** How many may come at once; taken ones come back evenly, all of them within `refillMs`. */
export interface Bucket {
  readonly size: number;
  readonly refillMs: number;
}

/** What became of one that was asked for. */
export interface Taken {
  /** 0 when it was given; else when the next one is there, milliseconds from now. */
  readonly waitMs: number;
  /** When the bucket is full again, milliseconds from now. */
  readonly fullInMs: number;
}

/**
 * Takes one from a bucket (GCRA): all there is to remember is the moment at which it is full again.
 * `TAKE_LUA` in redis-buckets.ts does the same where processes share their buckets.
 * @param fullInMs when it is full again, milliseconds from now; 0 or less when it is.
 */
export function take(fullInMs: number, { size, refillMs }: Bucket): Taken {
  const before = Math.max(0, fullInMs);
  const after = before + refillMs / size;
  // Whole milliseconds: a sum of fractions may miss the size by a hair.
  const waitMs = Math.floor(after - refillMs);
  return waitMs > 0 ? { waitMs, fullInMs: before } : { waitMs: 0, fullInMs: after };
}

/** How many a bucket still holds. */
export function left({ fullInMs }: Taken, { size, refillMs }: Bucket): number {
  return Math.floor((size * (refillMs - fullInMs)) / refillMs + 1e-6);
}
