import type { Probe } from '../probe-schema.js';

/** Nobody hears or sees less than this, and encoders begin with a little of nothing, seconds. */
const LEAST = 0.03;
/** Sources that begin further apart do not go by the same clock, seconds. */
const MOST = 60;

/**
 * How much later than the first of them sources begin that are to be joined. Their clocks are the
 * same: a sound whose edit list starts it late belongs there.
 * @returns seconds for each source, 0 for the first to begin.
 */
export function offsets(sources: readonly Pick<Probe, 'startSeconds'>[]): number[] {
  const first = Math.min(...sources.map(({ startSeconds }) => startSeconds));
  return sources.map(({ startSeconds }) => {
    const later = startSeconds - first;
    return later < LEAST || later > MOST ? 0 : later;
  });
}
