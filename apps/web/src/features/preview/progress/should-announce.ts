/** Progress between two announcements, percent. */
const STEP = 10;
/** Minimum time between two announcements, milliseconds. */
export const QUIET_MS = 5000;

export interface Announced {
  readonly progress: number;
  readonly atMs: number;
}

/**
 * Whether to announce progress to screen readers again: at most every 10 % and every 5 s. Screen
 * readers do not announce a progress bar's changes, and constant talk would be unbearable.
 */
export function shouldAnnounce(last: Announced | null, progress: number, nowMs: number): boolean {
  // Falling progress means a restart.
  return (
    last === null ||
    progress < last.progress ||
    (progress - last.progress >= STEP && nowMs - last.atMs >= QUIET_MS)
  );
}
