import type { FfmpegRun } from '../file-plan.js';
import type { Cover } from '../tags/picture-block.js';
import type { SoundFile } from './sound-files.js';

/** Forces the demuxer for a file that we wrote ourselves. */
const as = (format: string): string[] => ['-format_whitelist', format, '-f', format];

/**
 * ffmpeg options for writing an audio file. The inputs are the source, the tags (`ffmetadata`), and
 * the cover if there is one. The source's own tags are dropped, because anyone may have written
 * them.
 */
export function soundOptions(
  { muxer, chapters, options }: SoundFile,
  { encoding, isFlac }: { encoding: readonly string[]; isFlac: boolean },
  cover: Cover | null,
): Pick<FfmpegRun, 'options' | 'inputOptions'> {
  const picture = [
    ...['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    // This comment marks a picture as the front cover in ID3 and FLAC.
    ...['-metadata:s:v:0', 'comment=Cover (front)'],
  ];
  return {
    inputOptions: [
      // By default, decoders ignore frame checksums.
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
