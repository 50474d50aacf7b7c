import type { Decoded, Times } from './decode.js';

/** How far the times of pictures may be off, in seconds. Containers have different time bases. */
const PICTURE_SECONDS = 0.012;
/**
 * How far the times of audio may be off, in seconds. MP3 and Ogg have one time per frame or page.
 */
const SOUND_SECONDS = 0.06;
/**
 * How far audio and video may be out of sync, in seconds. Containers treat audio priming
 * differently.
 */
const SYNC_SECONDS = 0.1;

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

export function contentsDiffer(wanted: Decoded, got: Decoded): string[] {
  return [
    hashesDiffer('pictures', wanted.pictures, got.pictures),
    hashesDiffer('frames of sound', wanted.sounds, got.sounds),
  ].filter((difference) => difference !== null);
}

/** Describes where two lists of times diverge, relative to their starts; null if they do not. */
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

/**
 * Describes the differences of two sets of times. The starts may differ if audio and video stay in
 * sync.
 */
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
