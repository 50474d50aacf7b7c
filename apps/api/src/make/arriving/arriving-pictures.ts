import { pictureTimes } from '../gate/decode-plan.js';
import { hasGoodPictures, type ReadPictures } from '../gate/good-pictures.js';
import type { WantedStreams } from '../gate/media-reader.js';
import type { Probe } from '../probe-schema.js';
import type { ArrivingFile } from './arriving-file.js';
import { isMatroska } from './head-bytes.js';

/**
 * All pictures but the last are decoded when this share of a source has arrived. The third of four
 * is two thirds of the way through the playing time, and bit rates vary.
 */
const EARLY_SHARE = 0.8;
const MATROSKA_BYTES = 4;

interface PictureOptions {
  readonly probe: Probe;
  readonly wanted: WantedStreams;
  /** The duration that the page states. */
  readonly pageSeconds: number | null;
}

/**
 * Decodes a few pictures of a source while the rest of it arrives, and the last one when it is
 * complete, so that little is left to check then.
 * @returns false if that is not possible, or if a picture is not good; the check of the complete
 *   source then decides
 * @throws an AbortError; whatever the reads throw
 */
export async function hasGoodPicturesArriving(
  read: ReadPictures,
  file: Pick<ArrivingFile, 'size' | 'isComplete' | 'read' | 'reaches'>,
  { pageSeconds, ...source }: PictureOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const times = pictureTimes(source, pageSeconds);
  if (times.length === 0) {
    return false;
  }
  // Matroska often has its index at the end. Without it, ffmpeg would read everything up to a
  // picture.
  const mayBeEarly = !isMatroska(await file.read(0, MATROSKA_BYTES));
  await file.reaches(mayBeEarly ? file.size * EARLY_SHARE : Infinity, signal);
  if (file.isComplete || !mayBeEarly) {
    return hasGoodPictures(read, times);
  }
  if (!(await hasGoodPictures(read, times.slice(0, -1)))) {
    return false;
  }
  await file.reaches(Infinity, signal);
  return hasGoodPictures(read, times.slice(-1));
}
