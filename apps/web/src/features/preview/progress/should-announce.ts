/** The minimum progress between two announcements, in percentage points. */
const STEP = 10;
/** The minimum time between two announcements, in milliseconds. */
export const QUIET_MS = 5000;

/** What an announcement would be about. */
export interface News {
  readonly progress: number;
  readonly stage: string | null;
  /** Position in line. */
  readonly place: number | null;
}

export interface Announced extends News {
  readonly atMs: number;
}

/**
 * Returns in how many milliseconds the news should be announced to screen readers; null if it is
 * not worth it. Screen readers don't announce changes of a progress bar, and constant announcements
 * would be unbearable. News is therefore announced at most every 5 s, and only after 10 %, in
 * another stage, or at another position in line. It may stay the same for minutes, so it is due
 * even if nothing follows.
 */
export function announceInMs(last: Announced | null, news: News, nowMs: number): number | null {
  // If progress falls, the task has been restarted.
  if (last === null || news.progress < last.progress) {
    return 0;
  }
  const isNews =
    news.progress - last.progress >= STEP || news.stage !== last.stage || news.place !== last.place;
  return isNews ? Math.max(0, last.atMs + QUIET_MS - nowMs) : null;
}
