export interface FetchPace {
  /** Time since the fetch began, in milliseconds. */
  readonly fetchingMs: number;
  /** Bytes per second over the last few seconds; null while unknown. */
  readonly speed: number | null;
  /** Seconds until everything is fetched; null if unknown. */
  readonly fetchSeconds: number | null;
}

/** A run is slow if its rate is lower than this, or if its fetch needs more time than this. */
export const SLOW = { bytesPerSecond: 256 * 1024, secondsLeft: 60 } as const;
/**
 * When it is safe to judge a run: connections speed up during the first second, and rates cover the
 * last three seconds.
 */
const SURE_AFTER_MS = 5000;
/**
 * A rate so low that one second is enough to judge it. Otherwise, many slow sources could occupy
 * the slots one after another.
 */
const CRAWLING = { bytesPerSecond: 32 * 1024, afterMs: 1000 } as const;
/** A fetch with less time left than this keeps its slot, because it will soon need one again. */
const NEARLY_DONE_SECONDS = 10;

/** True if a run is waiting for its source, and will keep waiting for a while. */
export function isSlow({ fetchingMs, speed, fetchSeconds }: FetchPace): boolean {
  if (speed === null || (fetchSeconds !== null && fetchSeconds <= NEARLY_DONE_SECONDS)) {
    return false;
  }
  if (fetchingMs < SURE_AFTER_MS) {
    return fetchingMs >= CRAWLING.afterMs && speed < CRAWLING.bytesPerSecond;
  }
  return speed < SLOW.bytesPerSecond || (fetchSeconds !== null && fetchSeconds > SLOW.secondsLeft);
}
