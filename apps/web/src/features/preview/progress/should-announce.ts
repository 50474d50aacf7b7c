/** The minimum progress between two announcements, in percentage points. */
const STEP = 10;
/** The minimum time between two announcements, in milliseconds. */
export const QUIET_MS = 5000;

export interface Announced {
  readonly progress: number;
  readonly atMs: number;
}

/**
 * Whether to announce progress to screen readers again: at most every 10 % and every 5 s. They
 * don't announce changes of a progress bar, and constant announcements would be unbearable.
 */
export function shouldAnnounce(last: Announced | null, progress: number, nowMs: number): boolean {
  // If progress falls, the task has been restarted.
  return (
    last === null ||
    progress < last.progress ||
    (progress - last.progress >= STEP && nowMs - last.atMs >= QUIET_MS)
  );
}
