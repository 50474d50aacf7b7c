import type { Probe } from '../probe-schema.js';

/**
 * Shorter offsets are ignored, seconds. They are imperceptible, and encoders add a little padding.
 */
const LEAST = 0.03;
/** Sources that begin further apart don't share a clock, seconds. */
const MOST = 60;

/**
 * How much later than the first source each one begins. The sources share a clock, so audio that an
 * edit list delays belongs at its later time.
 * @returns seconds for each source, 0 for the first to begin.
 */
export function offsets(sources: readonly Pick<Probe, 'startSeconds'>[]): number[] {
  const first = Math.min(...sources.map(({ startSeconds }) => startSeconds));
  return sources.map(({ startSeconds }) => {
    const later = startSeconds - first;
    return later < LEAST || later > MOST ? 0 : later;
  });
}
