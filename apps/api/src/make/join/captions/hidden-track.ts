import { open } from 'node:fs/promises';
import { boxesIn, boxesOf, boxUnder } from '../../../source/inspection/mp4/mp4-box.js';
import { segmentBytes } from '../../../source/inspection/segment-bytes.js';

/**
 * Indexes with more bytes are left unchanged. For comparison, the index of a 6 h file takes 30 MB.
 */
const MAX_INDEX_BYTES = 128 * 1024 * 1024;
/**
 * Offset of the lowest flag byte in a `tkhd` box, after one byte for the version. Its lowest bit
 * means "enabled" (ISO 14496-12 §8.3.2).
 */
const FLAGS_AT = 3;
const SHOWN = 1;

/**
 * Disables the text tracks of an MP4, so that players show them only on request. ffmpeg enables the
 * first track of each kind, whatever its disposition.
 */
export async function hideTextTracks(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const bytes = await segmentBytes(file);
    for await (const box of boxesOf(bytes, Infinity)) {
      if (box.type === 'moov' && box.end - box.start <= MAX_INDEX_BYTES) {
        const index = await bytes.read(box.start, box.end - box.start);
        for (const flags of textTrackFlags(index)) {
          const byte = (index[flags] ?? 0) & ~SHOWN;
          await file.write(Buffer.from([byte]), 0, 1, box.start + flags);
        }
      }
    }
  } finally {
    await file.close();
  }
}

/** Offsets of the lowest flag byte of each text track. */
function textTrackFlags(index: Buffer): number[] {
  const whole = { start: 0, end: index.length };
  return boxesIn(index, whole)
    .filter(({ type }) => type === 'trak')
    .flatMap((track) => {
      const kind = boxUnder(index, track, ['mdia', 'hdlr']);
      const head = boxUnder(index, track, ['tkhd']);
      const type = kind === null ? '' : index.toString('latin1', kind.start + 8, kind.start + 12);
      return head !== null && ['sbtl', 'text', 'subt'].includes(type)
        ? [head.start + FLAGS_AT]
        : [];
    });
}
