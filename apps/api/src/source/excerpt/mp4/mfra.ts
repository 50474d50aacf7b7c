import { boxesIn } from '../../inspection/mp4/mp4-box.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import type { FragmentedHead } from './fragment-times.js';

/** Positions in a file where decoding can start, in order. */
export interface RandomAccess {
  readonly points: readonly { readonly seconds: number; readonly at: number }[];
  /** Position of the end of the fragments. */
  readonly end: number;
}

/** Size in bytes of the last box, which gives the size of the index. */
const MFRO_BYTES = 16;
/** Maximum number of entries to read. There is one for each key frame or audio fragment. */
const MOST_ENTRIES = 200_000;

/**
 * Reads the index at the end of a fragmented file (ISO 14496-12 §8.8.9): that of the video, or of
 * the audio if there is no video. Times are on the file's clock.
 * @returns null if there is no index, or if it is invalid.
 */
export async function randomAccessIn(
  bytes: SegmentBytes,
  head: FragmentedHead,
): Promise<RandomAccess | null> {
  const end = await bytes.read(bytes.size - MFRO_BYTES, MFRO_BYTES);
  const size = end.length < MFRO_BYTES ? 0 : end.readUInt32BE(12);
  if (end.toString('latin1', 4, 8) !== 'mfro' || size < MFRO_BYTES || size > bytes.size) {
    return null;
  }
  const mfra = Buffer.from(await bytes.read(bytes.size - size, size));
  if (mfra.toString('latin1', 4, 8) !== 'mfra') {
    return null;
  }
  const tables = boxesIn(mfra, { start: 8, end: mfra.length })
    .filter(({ type }) => type === 'tfra')
    .flatMap(({ start, end: until }) => {
      const track = head.tracks.get(mfra.readUInt32BE(start + 4));
      return track === undefined ? [] : [{ track, table: mfra.subarray(start, until) }];
    });
  const chosen = tables.find(({ track }) => track.type === 'video') ?? tables[0];
  if (chosen === undefined) {
    return null;
  }
  const { track, table } = chosen;
  const seconds = (ticks: number): number => (ticks + track.edits.shift) / track.timescale;
  const points = entriesOf(table).map(({ ticks, at }) => ({ seconds: seconds(ticks), at }));
  const isOrdered = points.every(({ at }, index) => at > (points[index - 1]?.at ?? -1));
  return isOrdered && (points.at(-1)?.at ?? Infinity) < bytes.size - size
    ? { points, end: bytes.size - size }
    : null;
}

/**
 * The entries of an index, at most one for each fragment.
 * @throws RangeError for a truncated table.
 */
function entriesOf(table: Buffer): { ticks: number; at: number }[] {
  const isLong = table[0] === 1;
  const lengths = table.readUInt32BE(8);
  const numbers = ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3) + 3;
  const step = (isLong ? 16 : 8) + numbers;
  const count = Math.min(table.readUInt32BE(12), MOST_ENTRIES);
  const entries: { ticks: number; at: number }[] = [];
  for (let [entry, at] = [0, 16]; entry < count; entry += 1, at += step) {
    const found = isLong
      ? { ticks: Number(table.readBigUInt64BE(at)), at: Number(table.readBigUInt64BE(at + 8)) }
      : { ticks: table.readUInt32BE(at), at: table.readUInt32BE(at + 4) };
    if (entries.at(-1)?.at !== found.at) {
      entries.push(found);
    }
  }
  return entries;
}
