import { BOX_HEAD_BYTES, boxAt } from '../../source/inspection/mp4/mp4-box.js';
import type { ArrivingFile } from './arriving-file.js';

/** The first bytes of every Matroska and WebM file (RFC 8794 §8.1). */
const EBML = 0x1a45dfa3;
/** Maximum number of boxes before the index. A hostile file could have any number. */
const MOST_BOXES = 64;
/** For comparison, the index of six hours of video and audio takes 12 MB. */
const MOST_INDEX_BYTES = 32 * 1024 * 1024;
/**
 * How much of the media ffprobe needs to describe the streams, as a share of the file and in bytes.
 * For a short file, this and the index are in the first request (1 MiB).
 */
const MEDIA = { share: 0.02, least: 64 * 1024, most: 768 * 1024 };

/**
 * Waits until enough of a file has arrived for ffprobe to describe it.
 * @returns the number of bytes that ffprobe needs; null if the file cannot be read from start to
 * end, because it is an MP4 with its index at the end, or neither MP4 nor Matroska
 * @throws MalformedSegment; the signal's reason
 */
export async function headBytes(file: ArrivingFile, signal: AbortSignal): Promise<number | null> {
  for (let [at, count] = [0, 0]; count < MOST_BOXES; count += 1) {
    await file.reaches(at + BOX_HEAD_BYTES, signal);
    const head = await file.read(at, BOX_HEAD_BYTES);
    if (at === 0 && isMatroska(head)) {
      return withMedia(file, 0, signal);
    }
    const { type, end } = boxAt(head, at, file.limit);
    if (type === 'moov') {
      return end > MOST_INDEX_BYTES ? null : withMedia(file, end, signal);
    }
    if (type === 'mdat' || end >= file.limit) {
      return null;
    }
    at = end;
  }
  return null;
}

/** @param head the first bytes of a file. */
export function isMatroska(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === EBML;
}

async function withMedia(file: ArrivingFile, index: number, signal: AbortSignal): Promise<number> {
  const media = Math.min(MEDIA.most, Math.max(MEDIA.least, Math.ceil(file.size * MEDIA.share)));
  const wanted = Math.min(index + media, file.limit);
  await file.reaches(wanted, signal);
  return wanted;
}
