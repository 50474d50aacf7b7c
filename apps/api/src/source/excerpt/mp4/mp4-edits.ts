import { type Box, boxUnder } from '../../inspection/mp4/mp4-box.js';
import { ExcerptUnavailable } from '../byte-plan.js';

/** When a track is shown (ISO 14496-12 §8.6.6), in ticks of the track. */
export interface Edits {
  /** Playing time minus media time. */
  readonly shift: number;
  /** Start and end of the track's presentation; infinite where the edit list doesn't limit it. */
  readonly from: number;
  readonly to: number;
}

const AS_IT_IS: Edits = { shift: 0, from: -Infinity, to: Infinity };

/**
 * Reads the edit list of a track. The list may contain a delay and one segment of the media at
 * normal speed, which is what encoders write.
 * @param clocks ticks per second of the movie and of the track.
 * @throws ExcerptUnavailable for any other edit list. The file is then fetched whole.
 */
export function editsOf(
  buffer: Buffer,
  trak: Box,
  clocks: { readonly movie: number; readonly track: number },
): Edits {
  const elst = boxUnder(buffer, trak, ['edts', 'elst']);
  if (elst === null) {
    return AS_IT_IS;
  }
  const isLong = buffer[elst.start] === 1;
  const count = buffer.readUInt32BE(elst.start + 4);
  const step = isLong ? 20 : 12;
  if (elst.start + 8 + count * step > elst.end) {
    throw new ExcerptUnavailable('a truncated edit list');
  }
  let wait = 0;
  let shown: { readonly from: number; readonly length: number } | null = null;
  for (let at = elst.start + 8; at < elst.start + 8 + count * step; at += step) {
    const length = isLong ? Number(buffer.readBigUInt64BE(at)) : buffer.readUInt32BE(at);
    const media = isLong ? Number(buffer.readBigInt64BE(at + 8)) : buffer.readInt32BE(at + 4);
    if (shown !== null || (media >= 0 && buffer.readUInt32BE(at + step - 4) !== 0x10000)) {
      throw new ExcerptUnavailable('an edit list with several segments');
    }
    if (media < 0) {
      wait += length;
    } else {
      shown = { from: media, length };
    }
  }
  if (shown === null) {
    return AS_IT_IS;
  }
  const ticks = (duration: number): number =>
    Math.round((duration * clocks.track) / Math.max(1, clocks.movie));
  const from = ticks(wait);
  const to = shown.length === 0 ? Infinity : from + ticks(shown.length);
  return { shift: from - shown.from, from, to };
}
