import type { PlatformHealth } from '../../infra/outcomes/platform-health.js';

/** The last message to the operator about a platform. */
export interface Told {
  readonly isFailing: boolean;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The shortest time between two messages about one platform, in milliseconds. */
const QUIET_MS = 3_600_000;

/**
 * Decides whether to tell the operator that a platform fails or works again. The states in between
 * cause no message, so a platform on the verge of failing does not cause one every time.
 * @param told the last message; null if there was none
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
