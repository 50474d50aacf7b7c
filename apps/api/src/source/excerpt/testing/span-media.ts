import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from '../../inspection/testing/segmented-media.js';

/** Duration of each of the files. */
export const SPAN_SECONDS = 30;

const PICTURE = [
  ...['-f', 'lavfi', '-i', `testsrc2=size=256x144:rate=25:duration=${SPAN_SECONDS}`],
];
const SOUND = [
  ...[
    '-f',
    'lavfi',
    '-i',
    `anoisesrc=color=pink:seed=1:sample_rate=48000:duration=${SPAN_SECONDS}`,
  ],
];
const AAC = ['-c:a', 'aac', '-ac', '2', '-b:a', '128k'];
const X264 = ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '18', '-sc_threshold', '0'];
const VP9 = [
  ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
  ...['-b:v', '700k', '-g', '60'],
];
const OPUS = ['-c:a', 'libopus', '-b:a', '96k'];
const FRAGMENTED = 'empty_moov+default_base_moof';

/**
 * Makes files of 30 s for excerpts: with B-frames, with open and long GOPs, and with an index at
 * either end or none.
 */
export async function makeSpanMedia(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const copy = (name: string, ...options: string[]): string[] => [
    ...['-map', '0', '-c', 'copy', ...options, at(name)],
  ];
  const list = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'];
  const picture = ['-map', '0:v'];
  const sound = ['-map', '1:a'];
  // All files are written by two runs of ffmpeg, because starting it takes longer than copying.
  await ffmpeg(
    ...PICTURE,
    ...SOUND,
    ...[...picture, ...sound, ...X264, '-bf', '3', '-g', '50', ...AAC, at('end.mp4')],
    ...[...picture, ...sound, ...VP9, ...OPUS, at('vp9.webm')],
    ...[...picture, ...X264, '-bf', '3', '-g', '30', '-x264-params', 'open-gop=1'],
    ...['-movflags', '+faststart', at('open.mp4')],
    ...[...picture, ...X264, '-bf', '2', '-g', '270', at('long.mp4')],
    ...[...sound, '-c:a', 'libmp3lame', '-b:a', '320k', at('constant.mp3')],
    ...[...sound, '-c:a', 'libmp3lame', '-q:a', '0', at('variable.mp3')],
  );
  await ffmpeg(
    ...['-i', at('end.mp4')],
    ...copy('front.mp4', '-movflags', '+faststart'),
    ...copy('late.mp4', '-output_ts_offset', '7.3'),
    ...copy('matroska.mkv'),
    ...copy('sidx.mp4', '-movflags', `${FRAGMENTED}+frag_keyframe+global_sidx`),
    ...copy('mfra.mp4', '-movflags', `${FRAGMENTED}+frag_keyframe`),
    ...copy('bare.mp4', '-movflags', `${FRAGMENTED}+skip_trailer`, '-frag_duration', '1000000'),
    ...copy('ts.m3u8', ...list, '-hls_segment_filename', at('ts-%d.ts')),
    ...copy(
      ...(['fmp4.m3u8', ...list, '-hls_segment_type', 'fmp4'] as const),
      ...['-hls_fmp4_init_filename', 'fmp4-init.mp4', '-hls_segment_filename', at('fmp4-%d.m4s')],
    ),
    ...copy(
      ...(['packed-%d.aac', '-map', '-0:v', '-f', 'segment', '-segment_time', '2'] as const),
      ...['-segment_format', 'adts', '-segment_list', at('packed.m3u8')],
    ),
  );
}
