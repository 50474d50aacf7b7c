/** The durations of every clip and of its segments, in seconds. */
export const CLIP_SECONDS = 8;
export const SEGMENT_SECONDS = 2;
const RATE = 30;

/** The key is deliberately public, because the tests are about wrong keys, not secrecy. */
export const KEY = Buffer.from('8899aabbccddeeff0011223344556677', 'hex');
export const IV = 'a0a1a2a3a4a5a6a7a8a9aaabacadaeaf';

const BITEXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
const FRONT = ['-movflags', '+faststart'];
/**
 * Options for files like YouTube's, with an index of fragments at the front and no packet count.
 */
const FRAGMENTED = ['-movflags', 'dash+global_sidx+delay_moov', '-frag_duration', '2000000'];

/**
 * Noise gives every picture unique bytes and a unique hash. Small pictures at a high bitrate make
 * files that are fetched in several ranges (inRanges) but cheap to decode.
 */
const picture = (source: string, seed: number, size = '320x180'): string[] => [
  ...['-f', 'lavfi', '-i', `${source}=size=${size}:rate=${RATE}:duration=${CLIP_SECONDS}`],
  ...['-vf', `noise=alls=25:allf=t:all_seed=${seed},format=yuv420p`],
];
/** The audio is slightly shorter than the video, to avoid a last segment of a single frame. */
const SOUND_SECONDS = CLIP_SECONDS - 0.02;
const sound = (seed: number, rate = 48_000): string[] => [
  ...['-f', 'lavfi', '-i'],
  `anoisesrc=sample_rate=${rate}:amplitude=0.4:color=pink:seed=${seed}:duration=${SOUND_SECONDS}`,
  ...['-ac', rate === 48_000 ? '2' : '1'],
];
const GOP = ['-g', String(RATE * SEGMENT_SECONDS), '-keyint_min', String(RATE * SEGMENT_SECONDS)];
const h264 = (crf: number): string[] => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(crf), '-bf', '3', ...GOP],
  ...['-sc_threshold', '0', '-an'],
];
/** Makes the files of the other rendition at least as large as the originals. */
const OTHER_CRF = 21;
const vp9 = [
  ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
  ...['-b:v', '2200k', ...GOP, '-an'],
];
const aac = ['-c:a', 'aac', '-b:a', '192k', '-vn'];
const opus = ['-c:a', 'libopus', '-b:a', '160k', '-vn'];

const copy = (...inputs: string[]): string[] => [
  ...inputs.flatMap((input) => ['-i', input]),
  ...inputs.flatMap((_input, index) => ['-map', String(index)]),
  ...['-c', 'copy'],
];
const VOD = ['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'];
const FMP4 = ['-hls_segment_type', 'fmp4'];
const pieces = (folder: string, ext: string): string[] => [
  ...['-hls_segment_filename', `${folder}/part-%d.${ext}`, `${folder}/index.m3u8`],
];
const ONE_FILE = ['-hls_flags', 'single_file'];

export const FOLDERS = [
  ...['ts', 'aes', 'fmp4', 'pair/video', 'pair/audio', 'ranges', 'fmp4-ranges', 'hls-audio'],
  ...['dash', 'other-ts', 'other-fmp4', 'other-pair/video', 'other-pair/audio', 'other-dash'],
  'other-hls-audio',
];

const segmented = (prefix: string): string[][] => {
  const [video, audio] = [`${prefix}video.mp4`, `${prefix}audio.m4a`];
  return [
    [...copy(video, audio), ...VOD, ...pieces(`${prefix}ts`, 'ts')],
    [...copy(video, audio), ...VOD, ...FMP4, ...pieces(`${prefix}fmp4`, 'm4s')],
    [...copy(video), ...VOD, ...FMP4, ...pieces(`${prefix}pair/video`, 'm4s')],
    [...copy(audio), ...VOD, ...FMP4, ...pieces(`${prefix}pair/audio`, 'm4s')],
    [...copy(audio), ...VOD, ...pieces(`${prefix}hls-audio`, 'ts')],
    [
      ...copy(video, audio),
      ...['-f', 'dash', '-seg_duration', String(SEGMENT_SECONDS)],
      ...['-use_template', '1', '-use_timeline', '1'],
      ...['-init_seg_name', 'init-$RepresentationID$.m4s'],
      ...['-media_seg_name', 'part-$RepresentationID$-$Number$.m4s'],
      ...['-adaptation_sets', 'id=0,streams=v id=1,streams=a', `${prefix}dash/index.mpd`],
    ],
  ];
};

/**
 * The other rendition has a different size and rate, because one that differs only in content could
 * not be detected.
 */
const OTHER_SIZE = '256x144';
const OTHER_RATE = 44_100;

/**
 * The arguments of the ffmpeg runs. The order matters, because later runs read the output of
 * earlier ones. `other-` is another rendition in the same layouts.
 */
export const RECIPES: readonly (readonly string[])[] = [
  [...picture('testsrc2', 1), ...h264(26), ...BITEXACT, ...FRONT, 'video.mp4'],
  [...sound(1), ...aac, ...BITEXACT, ...FRONT, 'audio.m4a'],
  [
    ...picture('testsrc', 2, OTHER_SIZE),
    ...h264(OTHER_CRF),
    ...BITEXACT,
    ...FRONT,
    'other-video.mp4',
  ],
  [...sound(2, OTHER_RATE), ...aac, ...BITEXACT, ...FRONT, 'other-audio.m4a'],
  [...picture('testsrc2', 3), ...vp9, ...BITEXACT, 'video.webm'],
  [...sound(3), ...opus, ...BITEXACT, 'audio.webm'],
  [...picture('testsrc', 4, OTHER_SIZE), ...vp9, ...BITEXACT, 'other-video.webm'],
  [...sound(4, OTHER_RATE), ...opus, ...BITEXACT, 'other-audio.webm'],
  [...copy('video.mp4'), ...BITEXACT, 'end-video.mp4'],
  [...copy('audio.m4a'), ...BITEXACT, 'end-audio.m4a'],
  [...copy('video.mp4'), ...BITEXACT, ...FRAGMENTED, 'fragmented-video.mp4'],
  [...copy('audio.m4a'), ...BITEXACT, ...FRAGMENTED, 'fragmented-audio.m4a'],
  [...copy('video.mp4', 'audio.m4a'), ...BITEXACT, ...FRONT, 'muxed.mp4'],
  [...copy('video.mp4', 'audio.m4a'), ...BITEXACT, 'end-muxed.mp4'],
  [...sound(5), '-c:a', 'libmp3lame', '-b:a', '192k', ...BITEXACT, 'cbr.mp3'],
  [...sound(6), '-c:a', 'libmp3lame', '-q:a', '2', ...BITEXACT, 'vbr.mp3'],
  [...sound(7), ...opus, ...BITEXACT, 'sound.ogg'],
  [...sound(8), '-c:a', 'flac', ...BITEXACT, 'sound.flac'],
  ...segmented(''),
  ...segmented('other-'),
  [
    ...copy('video.mp4', 'audio.m4a'),
    ...[...VOD, '-hls_key_info_file', 'key-info', ...pieces('aes', 'ts')],
  ],
  [...copy('video.mp4', 'audio.m4a'), ...VOD, ...ONE_FILE, 'ranges/index.m3u8'],
  [...copy('video.mp4', 'audio.m4a'), ...VOD, ...FMP4, ...ONE_FILE, 'fmp4-ranges/index.m3u8'],
];

export const MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2200000,RESOLUTION=320x180,FRAME-RATE=30,CODECS="avc1.64001e,mp4a.40.2",AUDIO="sound"
video/index.m3u8
`;
