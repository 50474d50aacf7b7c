/** How a fetch goes. */
export interface Pace {
  /** Since the fetch began, milliseconds. */
  readonly fetchingMs: number;
  /** Bytes a second over the last seconds; null while that is not known. */
  readonly speed: number | null;
  /** Until all has been fetched; null when it cannot be told. */
  readonly fetchSeconds: number | null;
}

/** Where a run counts as slow: below this rate, or further than this from the end of its fetch. */
export const SLOW = { bytesPerSecond: 256 * 1024, secondsLeft: 60 } as const;
/** Connections grow within a second, and a rate is one of the last three: sooner is a guess. */
const SURE_AFTER_MS = 5000;
/** So slow that a second is enough to tell: many such sources must not hold the slots one after the other. */
const CRAWLING = { bytesPerSecond: 32 * 1024, afterMs: 1000 } as const;
/** So near its end a fetch keeps its slot whatever its rate: it would want it again at once. */
const NEARLY_DONE_SECONDS = 10;

/** True when a run only waits for its source and will for a while. */
export function isSlow({ fetchingMs, speed, fetchSeconds }: Pace): boolean {
  if (speed === null || (fetchSeconds !== null && fetchSeconds <= NEARLY_DONE_SECONDS)) {
    return false;
  }
  if (fetchingMs < SURE_AFTER_MS) {
    return fetchingMs >= CRAWLING.afterMs && speed < CRAWLING.bytesPerSecond;
  }
  return speed < SLOW.bytesPerSecond || (fetchSeconds !== null && fetchSeconds > SLOW.secondsLeft);
}
