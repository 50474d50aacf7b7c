import type { Probe } from '../probe-schema.js';

/**
 * Offsets of fewer seconds are ignored. Encoders add a little padding, and such offsets are
 * imperceptible.
 */
const LEAST = 0.03;
/** Sources that begin more seconds apart than this don't share a clock. */
const MOST = 60;

/**
 * How much later than the first source each source begins. The sources share a clock, so audio that
 * an edit list delays must also start later in the joined file.
 * @returns seconds for each source; 0 for the earliest.
 */
export function offsets(sources: readonly Pick<Probe, 'startSeconds'>[]): number[] {
  const first = Math.min(...sources.map(({ startSeconds }) => startSeconds));
  return sources.map(({ startSeconds }) => {
    const later = startSeconds - first;
    return later < LEAST || later > MOST ? 0 : later;
  });
}
