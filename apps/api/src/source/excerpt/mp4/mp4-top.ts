import { BOX_HEAD_BYTES, type Box, boxAt } from '../../inspection/mp4/mp4-box.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';

/** Maximum number of boxes to read before a file's media. A hostile file could have any number. */
const MOST_BOXES = 64;
const NO_BRAND = Buffer.from('qt  \0\0\0\0', 'latin1');

/** The boxes at the start of an MP4. */
export interface Mp4Top {
  /** Brand and version from the file type box. */
  readonly brand: Buffer;
  /** The moov box, and its position in `bytes`. */
  readonly moov: { readonly bytes: Buffer; readonly root: Box } | null;
  /** The segment indexes before the first fragment, in order. */
  readonly indexes: readonly Box[];
  /** The first fragment; null if the file is not fragmented. */
  readonly moof: Box | null;
}

/**
 * Reads the boxes of a file up to its media.
 * @throws MalformedSegment; whatever `bytes` throws.
 */
export async function readTop(bytes: SegmentBytes): Promise<Mp4Top> {
  let brand = NO_BRAND;
  let moov: Mp4Top['moov'] = null;
  const indexes: Box[] = [];
  for (let [at, count] = [0, 0]; at < bytes.size && count < MOST_BOXES; count += 1) {
    const box = boxAt(await bytes.read(at, BOX_HEAD_BYTES), at, bytes.size);
    switch (box.type) {
      case 'ftyp':
        brand = Buffer.from(await bytes.read(box.start, 8));
        break;
      case 'moov': {
        const whole = await bytes.read(at, box.end - at);
        moov = { bytes: whole, root: { type: 'moov', start: box.start - at, end: whole.length } };
        break;
      }
      case 'sidx':
        indexes.push(box);
        break;
      case 'moof':
        return { brand, moov, indexes, moof: box };
      case 'mdat':
        if (moov !== null) {
          return { brand, moov, indexes, moof: null };
        }
        break;
      default:
        break;
    }
    at = box.end;
  }
  return { brand, moov, indexes, moof: null };
}
