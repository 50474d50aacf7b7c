/** The polling of a merge's status (specification §4 and §9). Delays are in milliseconds. */
export const POLL_FIRST_DELAY_MS = 1_000;
export const POLL_EARLY_CAP_MS = 2_000;
export const POLL_CAP_MS = 5_000;
export const POLL_GROWTH = 1.2;
export const POLL_ERROR_GROWTH = 1.5;
/** The progress, in percent, from which the larger maximum applies. */
export const POLL_LATE_PROGRESS = 50;

export interface PollOutcome {
  readonly previousDelayMs: number;
  /** The last known progress, 0 to 100. */
  readonly progress: number;
  readonly failed: boolean;
}

/**
 * The delay before the next poll. It grows by a factor of 1.2, up to 2 s while the progress is
 * under 50% and up to 5 s after that. After a failed poll, it grows by a factor of 1.5, up to 5 s.
 */
export const nextPollDelay = ({ previousDelayMs, progress, failed }: PollOutcome): number => {
  if (failed) {
    return Math.min(previousDelayMs * POLL_ERROR_GROWTH, POLL_CAP_MS);
  }
  const cap = progress < POLL_LATE_PROGRESS ? POLL_EARLY_CAP_MS : POLL_CAP_MS;
  return Math.min(previousDelayMs * POLL_GROWTH, cap);
};
