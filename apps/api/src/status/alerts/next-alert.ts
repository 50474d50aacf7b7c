import type { PlatformHealth } from '../../infra/outcomes/platform-health.js';

/** What the operator was told last about a platform. */
export interface Told {
  readonly isFailing: boolean;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The shortest time between two messages about one platform. */
const QUIET_MS = 3_600_000;

/**
 * The message that is due about a platform: that it fails, or that it works again. Between them are
 * states that say neither, so that a platform on the edge does not cause a message each time.
 * @param told null if nothing was ever told about it
 * @returns null if there is nothing new, or the last message is less than an hour old
 */
export function nextAlert(
  told: Told | null,
  { state }: PlatformHealth,
  nowMs: number,
): 'failing' | 'working' | null {
  const wasFailing = told?.isFailing ?? false;
  const isQuiet = told !== null && nowMs - told.atMs < QUIET_MS;
  if (isQuiet || state === 'unknown' || state === 'unsteady') {
    return null;
  }
  return (state === 'failing') === wasFailing ? null : state;
}
