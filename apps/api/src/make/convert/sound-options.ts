import type { Writing } from '../checked/file-plan.js';
import type { Cover } from '../tags/picture-block.js';
import type { SoundFile } from './sound-files.js';

/** A file of our own making, read in no other way than as what it is. */
const as = (format: string): string[] => ['-format_whitelist', format, '-f', format];

/**
 * ffmpeg's options for a file of sound. Its inputs: the source, tags (`ffmetadata`), and the cover
 * where there is one. Nothing that the source says of itself is kept: its tags may be anybody's.
 */
export function soundOptions(
  { muxer, chapters, options }: SoundFile,
  { encoding, isFlac }: { encoding: readonly string[]; isFlac: boolean },
  cover: Cover | null,
): Pick<Writing, 'options' | 'inputOptions'> {
  const picture = [
    ...['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    // By this name ID3 and FLAC know what the picture shows.
    ...['-metadata:s:v:0', 'comment=Cover (front)'],
  ];
  return {
    inputOptions: [
      // Decoders pass over the checksums of frames unless they are told.
      isFlac ? ['-err_detect:a', 'crccheck'] : [],
      as('ffmetadata'),
      ...(cover === null ? [] : [as('jpeg_pipe')]),
    ],
    options: [
      ...['-map', '0:a:0', ...(cover === null ? [] : picture)],
      ...['-map_metadata', '1', '-map_metadata:s:a:0', '-1'],
      ...['-map_chapters', chapters === 'own' ? '1' : '-1'],
      ...encoding,
      ...options,
      ...['-f', muxer],
    ],
  };
}
