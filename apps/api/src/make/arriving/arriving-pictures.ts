import { pictureTimes } from '../gate/decode-plan.js';
import { hasGoodPictures } from '../gate/good-pictures.js';
import type { MediaReader, WantedStreams } from '../gate/media-reader.js';
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
 * @throws DomainError MUXER_MISSING; the signal's reason
 */
export async function hasGoodPicturesArriving(
  reader: Pick<MediaReader, 'read'>,
  file: Pick<ArrivingFile, 'path' | 'size' | 'read' | 'reaches'>,
  { pageSeconds, ...source }: PictureOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const times = pictureTimes(source, pageSeconds);
  if (times.length === 0) {
    return false;
  }
  // Matroska has its index at the end. Without it, ffmpeg would read everything up to a picture.
  const isEarly = file.size > 0 && !isMatroska(await file.read(0, MATROSKA_BYTES));
  if (isEarly) {
    await file.reaches(file.size * EARLY_SHARE, signal);
    if (!(await hasGoodPictures(reader, file.path, times.slice(0, -1), signal))) {
      return false;
    }
  }
  await file.reaches(Infinity, signal);
  return hasGoodPictures(reader, file.path, isEarly ? times.slice(-1) : times, signal);
}
