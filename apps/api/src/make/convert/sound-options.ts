import type { FfmpegRun } from '../checked/file-plan.js';
import type { Cover } from '../tags/picture-block.js';
import type { SoundFile } from './sound-files.js';

/** Forces the demuxer for a file that we wrote. */
const as = (format: string): string[] => ['-format_whitelist', format, '-f', format];

/**
 * ffmpeg options for an audio file. Inputs: the source, tags (`ffmetadata`), and the cover if there
 * is one. The source's own tags are dropped: they may be anyone's.
 */
export function soundOptions(
  { muxer, chapters, options }: SoundFile,
  { encoding, isFlac }: { encoding: readonly string[]; isFlac: boolean },
  cover: Cover | null,
): Pick<FfmpegRun, 'options' | 'inputOptions'> {
  const picture = [
    ...['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    // ID3 and FLAC recognize a front cover by this name.
    ...['-metadata:s:v:0', 'comment=Cover (front)'],
  ];
  return {
    inputOptions: [
      // Decoders ignore frame checksums unless asked.
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
