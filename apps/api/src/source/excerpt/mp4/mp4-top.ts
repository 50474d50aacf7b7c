import { type Box, boxesIn, boxesOf, boxUnder } from '../../inspection/mp4/mp4-box.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';

/** Maximum number of boxes to read before a file's media. */
const MOST_BOXES = 64;

/** The boxes at the start of an MP4. */
export interface Mp4Top {
  /** The contents of the moov box. */
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
  let moov: Mp4Top['moov'] = null;
  const indexes: Box[] = [];
  for await (const box of boxesOf(bytes, MOST_BOXES)) {
    switch (box.type) {
      case 'moov': {
        const contents = await bytes.read(box.start, box.end - box.start);
        moov = { bytes: contents, root: { type: 'moov', start: 0, end: contents.length } };
        break;
      }
      case 'sidx':
        indexes.push(box);
        break;
      case 'moof':
        return { moov, indexes, moof: box };
      case 'mdat':
        if (moov !== null) {
          return { moov, indexes, moof: null };
        }
        break;
      default:
        break;
    }
  }
  return { moov, indexes, moof: null };
}

/**
 * Whether the samples of a track have more than one description (ISO 14496-12 §8.5.2). mediabunny
 * reads them all with the last one.
 */
export function hasSeveralDescriptions({ moov }: Mp4Top): boolean {
  const traks =
    moov === null ? [] : boxesIn(moov.bytes, moov.root).filter(({ type }) => type === 'trak');
  return traks.some((trak) => {
    const stsd = moov && boxUnder(moov.bytes, trak, ['mdia', 'minf', 'stbl', 'stsd']);
    return stsd && moov.bytes.readUInt32BE(stsd.start + 4) > 1;
  });
}
