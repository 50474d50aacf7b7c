import type { PlatformState } from '@dipper/contract';

/** The outcomes on one platform in one period. */
export interface Period {
  /** Start of the period, in milliseconds since 1970. */
  readonly beganMs: number;
  readonly worked: number;
  readonly failed: number;
}

export interface PlatformHealth {
  readonly state: PlatformState;
  /**
   * Start of the first failing period, in milliseconds since 1970; null unless the platform is
   * failing.
   */
  readonly failingSinceMs: number | null;
  /** True if the platform has been failing for as long as outcomes are kept. */
  readonly isLonger: boolean;
}

const HOUR_MS = 3_600_000;
/**
 * The period is short enough for "since 14:10", but long enough to keep the query for a day small.
 */
export const PERIOD_MS = 600_000;
/** How long periods are kept. */
export const KEPT_MS = 24 * HOUR_MS;
/** Older outcomes say nothing about the current state. */
export const RECENT_MS = 3 * HOUR_MS;
/**
 * Periods are added up, newest first, until there are this many outcomes. This makes a change
 * visible quickly.
 */
const ENOUGH = 20;
/** With fewer outcomes, the state is unknown. */
const FEWEST = 5;
/** A platform is failing, or unsteady, if the share of failures is at least this. */
const FAILING_SHARE = 0.75;
const UNSTEADY_SHARE = 0.25;

const countOf = ({ worked, failed }: Period): number => worked + failed;
const isMostlyFailed = (period: Period): boolean => period.failed * 2 > countOf(period);

/**
 * Judges a platform by the outcomes of the last hours.
 * @param periods in any order; periods without outcomes may be missing
 * @param nowMs when they were read
 */
export function healthOf(periods: readonly Period[], nowMs: number): PlatformHealth {
  const known = periods
    .filter((period) => countOf(period) > 0)
    .sort((a, b) => b.beganMs - a.beganMs);
  const recent = newest(known, nowMs);
  const failed = recent.reduce((sum, period) => sum + period.failed, 0);
  const total = recent.reduce((sum, period) => sum + countOf(period), 0);
  if (total < FEWEST) {
    return { state: 'unknown', failingSinceMs: null, isLonger: false };
  }
  if (failed / total < FAILING_SHARE) {
    const state = failed / total < UNSTEADY_SHARE ? 'working' : 'unsteady';
    return { state, failingSinceMs: null, isLonger: false };
  }
  const failingSinceMs = failingSince(known);
  const isLonger = failingSinceMs <= nowMs - KEPT_MS + PERIOD_MS;
  return { state: 'failing', failingSinceMs, isLonger };
}

/**
 * Returns the newest periods that together have enough outcomes.
 * @param known newest first
 */
function newest(known: readonly Period[], nowMs: number): readonly Period[] {
  const taken: Period[] = [];
  let count = 0;
  for (const period of known) {
    if (count >= ENOUGH || period.beganMs < nowMs - RECENT_MS) {
      break;
    }
    taken.push(period);
    count += countOf(period);
  }
  return taken;
}

/**
 * Returns the start of the latest unbroken run of failing periods. A gap longer than the recent
 * past breaks the run, because nothing is known about that time.
 * @param known newest first, at least one of them mostly failed
 */
function failingSince(known: readonly Period[]): number {
  const from = known.slice(known.findIndex(isMostlyFailed));
  const end = from.findIndex((period, at) => {
    const later = from[at - 1];
    return !isMostlyFailed(period) || (later && later.beganMs - period.beganMs > RECENT_MS);
  });
  const row = end === -1 ? from : from.slice(0, end);
  return row.at(-1)?.beganMs ?? 0;
}
