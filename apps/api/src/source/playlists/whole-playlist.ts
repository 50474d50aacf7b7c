import { DomainError } from '../../infra/errors/domain-error.js';
import type { Playlist } from './hls-playlist.js';

/** How often a playlist without an end mark is read, until two reads in a row agree. */
const MAX_READS = 4;

/**
 * Reads a playlist, and reads it again if it is a recording without an end mark. A response
 * without a length that breaks off between two lines looks the same. Only the extent is compared,
 * because tokens may differ. If the source doesn't give it a second time, the first is accepted.
 * @throws DomainError SOURCE_INCOMPLETE if the reads don't agree; whatever the first read throws;
 *   the signal's reason.
 */
export async function wholePlaylist(
  read: () => Promise<Playlist>,
  signal: AbortSignal,
): Promise<Playlist> {
  let known = await read();
  for (let reads = 1; known.kind === 'media' && !known.hasEndMark; reads += 1) {
    if (reads === MAX_READS) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a playlist that differs every time' });
    }
    try {
      const next = await read();
      if (hasSameExtent(known, next)) {
        return next;
      }
      known = next;
    } catch (error) {
      signal.throwIfAborted();
      if (reads === 1) {
        return known;
      }
      throw error;
    }
  }
  return known;
}

function hasSameExtent(one: Playlist, other: Playlist): boolean {
  return (
    one.kind === 'media' &&
    other.kind === 'media' &&
    one.segments.length === other.segments.length &&
    one.durationSeconds === other.durationSeconds
  );
}
