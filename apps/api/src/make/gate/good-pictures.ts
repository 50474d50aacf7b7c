import type { Depth, ScanResult, WantedStreams } from './media-reader.js';

/** Reads a source at the given depth (`MediaReader.read`). */
export type ReadPictures = (how: {
  readonly wanted: WantedStreams;
  readonly depth: Depth;
  readonly located: boolean;
}) => Promise<ScanResult>;

/**
 * Decodes a picture of a source at each of these times, in a single process.
 * @param at times in seconds; they need not be those of key frames
 * @returns false if there is a complaint, or if there are fewer different pictures than times.
 *   ffmpeg decodes the last key frame that it knows if a time is after it. A closer look then
 *   decides.
 * @throws whatever the read throws
 */
export async function hasGoodPictures(read: ReadPictures, at: readonly number[]): Promise<boolean> {
  const depth = { kind: 'pictures', at } as const;
  const { complaints, streams } = await read({ wanted: ['video'], depth, located: false });
  const different = new Set(streams.map(({ start }) => start));
  return complaints.length === 0 && different.size === at.length;
}
