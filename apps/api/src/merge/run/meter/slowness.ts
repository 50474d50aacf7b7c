/** The pace of a fetch. */
export interface Pace {
  /** Time since the fetch began, milliseconds. */
  readonly fetchingMs: number;
  /** Bytes per second over the last seconds; null while unknown. */
  readonly speed: number | null;
  /** Time until everything is fetched, seconds; null when unknown. */
  readonly fetchSeconds: number | null;
}

/** A run is slow if its rate is lower than this, or its fetch needs more time than this. */
export const SLOW = { bytesPerSecond: 256 * 1024, secondsLeft: 60 } as const;
/**
 * Connections speed up within a second, and rates cover the last three, so any earlier judgement is
 * a guess.
 */
const SURE_AFTER_MS = 5000;
/**
 * A rate so low that one second is enough to judge it, because many such sources must not occupy
 * the slots one after another.
 */
const CRAWLING = { bytesPerSecond: 32 * 1024, afterMs: 1000 } as const;
/** A fetch this close to its end keeps its slot, because it would need one again at once. */
const NEARLY_DONE_SECONDS = 10;

/** True if a run is waiting for its source, and will keep waiting for a while. */
export function isSlow({ fetchingMs, speed, fetchSeconds }: Pace): boolean {
  if (speed === null || (fetchSeconds !== null && fetchSeconds <= NEARLY_DONE_SECONDS)) {
    return false;
  }
  if (fetchingMs < SURE_AFTER_MS) {
    return fetchingMs >= CRAWLING.afterMs && speed < CRAWLING.bytesPerSecond;
  }
  return speed < SLOW.bytesPerSecond || (fetchSeconds !== null && fetchSeconds > SLOW.secondsLeft);
}
