/** The pace of a fetch. */
export interface Pace {
  /** Since the fetch began, milliseconds. */
  readonly fetchingMs: number;
  /** Bytes per second over the last seconds; null while unknown. */
  readonly speed: number | null;
  /** Time until everything is fetched, seconds; null when unknown. */
  readonly fetchSeconds: number | null;
}

/** A run is slow below this rate, or when its fetch needs longer than this. */
export const SLOW = { bytesPerSecond: 256 * 1024, secondsLeft: 60 } as const;
/** Connections speed up within a second, and rates cover the last three: earlier is a guess. */
const SURE_AFTER_MS = 5000;
/**
 * A rate so low that one second is enough to tell: many such sources must not hold the slots in
 * turn.
 */
const CRAWLING = { bytesPerSecond: 32 * 1024, afterMs: 1000 } as const;
/** A fetch this close to its end keeps its slot: it would need one again at once. */
const NEARLY_DONE_SECONDS = 10;

/** True when a run is waiting for its source and will be for a while. */
export function isSlow({ fetchingMs, speed, fetchSeconds }: Pace): boolean {
  if (speed === null || (fetchSeconds !== null && fetchSeconds <= NEARLY_DONE_SECONDS)) {
    return false;
  }
  if (fetchingMs < SURE_AFTER_MS) {
    return fetchingMs >= CRAWLING.afterMs && speed < CRAWLING.bytesPerSecond;
  }
  return speed < SLOW.bytesPerSecond || (fetchSeconds !== null && fetchSeconds > SLOW.secondsLeft);
}
