/** Steps of progress between two announcements, percent. */
const STEP = 10;
/** Least time between two announcements, milliseconds. */
export const QUIET_MS = 5000;

export interface Announced {
  readonly progress: number;
  readonly atMs: number;
}

/**
 * Whether a screen reader is told about progress again: at most every 10 % and every 5 s (a
 * progress bar is not announced by itself, and one that talks all the time cannot be listened to).
 */
export function shouldAnnounce(last: Announced | null, progress: number, nowMs: number): boolean {
  // Less than before is a new beginning.
  return (
    last === null ||
    progress < last.progress ||
    (progress - last.progress >= STEP && nowMs - last.atMs >= QUIET_MS)
  );
}
