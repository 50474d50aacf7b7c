import type { MediaReader } from './media-reader.js';

/**
 * Decodes one picture of a source at each of these times, in a single process.
 * @param at times in seconds; they need not be those of key frames
 * @returns false if there is a complaint, or no picture at one of the times; a closer look then
 *   decides
 * @throws DomainError MUXER_MISSING; the signal's reason
 */
export async function hasGoodPictures(
  reader: Pick<MediaReader, 'read'>,
  path: string,
  at: readonly number[],
  signal: AbortSignal,
): Promise<boolean> {
  const how = { wanted: ['video'] as const, depth: { kind: 'pictures', at } as const };
  const { complaints, streams } = await reader.read(path, { ...how, located: false }, signal);
  return complaints.length === 0 && streams.length === at.length;
}
