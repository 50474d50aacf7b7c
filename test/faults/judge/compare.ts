import type { Decoded, Times } from './decode.js';

/** A picture may be shown so much earlier or later: containers count time in steps of their own. */
const PICTURE_SECONDS = 0.012;
/** Sound of MP3 and Ogg is timed by the page or by the frame. */
const SOUND_SECONDS = 0.06;
/** Sound against picture: whether the priming of a sound counts is the container's own business. */
const SYNC_SECONDS = 0.1;

/** Where two rows of hashes part, in words; null when they are equal. */
export function hashesDiffer(
  what: string,
  wanted: readonly string[],
  got: readonly string[],
): string | null {
  const at = wanted.findIndex((hash, index) => hash !== got[index]);
  if (at === -1 && wanted.length === got.length) {
    return null;
  }
  const place = at === -1 ? wanted.length : at;
  const known = new Set(wanted);
  const foreign = got.filter((hash) => !known.has(hash)).length;
  const there = new Set(got);
  const lost = wanted.filter((hash) => !there.has(hash)).length;
  return `${got.length} of ${wanted.length} ${what}, ${lost} lost, ${foreign} foreign, the first at ${place}`;
}

/** What of the contents differs, in words; nothing when all is the same. */
export function contentsDiffer(wanted: Decoded, got: Decoded): string[] {
  return [
    hashesDiffer('pictures', wanted.pictures, got.pictures),
    hashesDiffer('frames of sound', wanted.sounds, got.sounds),
  ].filter((difference) => difference !== null);
}

/** Where a row of times leaves another, both from their own start on; null when it does not. */
function rowDiffers(
  what: string,
  [wanted, got]: readonly [readonly number[], readonly number[]],
  tolerance: number,
): string | null {
  const since = (row: readonly number[], index: number): number =>
    (row[index] ?? 0) - (row[0] ?? 0);
  const length = Math.min(wanted.length, got.length);
  for (let index = 0; index < length; index += 1) {
    const [due, shown] = [since(wanted, index), since(got, index)];
    if (Math.abs(due - shown) > tolerance) {
      return `${what} ${index} comes at ${shown.toFixed(3)} s instead of ${due.toFixed(3)} s`;
    }
  }
  return null;
}

/** What of the times differs, in words. Where both start does not matter, but that they do so together. */
export function timesDiffer(wanted: Times, got: Times): string[] {
  const lead = ({ pictures, sounds }: Times): number =>
    pictures.length === 0 || sounds.length === 0 ? 0 : (sounds[0] ?? 0) - (pictures[0] ?? 0);
  const drift = Math.abs(lead(wanted) - lead(got));
  return [
    rowDiffers('picture', [wanted.pictures, got.pictures], PICTURE_SECONDS),
    rowDiffers('sound', [wanted.sounds, got.sounds], SOUND_SECONDS),
    drift > SYNC_SECONDS
      ? `sound starts ${lead(got).toFixed(3)} s after the picture instead of ${lead(wanted).toFixed(3)} s`
      : null,
  ].filter((difference) => difference !== null);
}
