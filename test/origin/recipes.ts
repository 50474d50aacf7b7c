/** The duration of every file in the set, in seconds. */
export const MEDIA_SECONDS = 12;
/** Frame rate. There is one key frame per second, so that a cut can fall on every second. */
const RATE = 30;
const KEY_INTERVAL = 30;

/** The AES-128 key and the initialization vector of the encrypted playlist. They are not secret. */
export const HLS_KEY = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
export const HLS_IV = '0102030405060708090a0b0c0d0e0f10';

const BITEXACT = [
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
  ...['-map_metadata', '-1'],
];
const picture = (size: string): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${RATE}:duration=${MEDIA_SECONDS}`],
];
const sound = [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=48000:duration=${MEDIA_SECONDS}`,
];
const h264 = (level: string, crf: number): string[] => [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-level', level],
  ...['-pix_fmt', 'yuv420p', '-crf', String(crf), '-g', String(KEY_INTERVAL), '-sc_threshold', '0'],
];
const aac = ['-c:a', 'aac', '-ac', '2', '-b:a', '128k'];
const vod = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'];
const fragments = (folder: string): string[] => [
  ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${folder}/part-%d.m4s`],
  `${folder}/index.m3u8`,
];
const copy = (...inputs: string[]): string[] => [
  ...inputs.flatMap((input) => ['-i', input]),
  ...inputs.flatMap((_input, index) => ['-map', String(index)]),
  ...['-c', 'copy'],
];
const segments = (name: string): string[] => [
  ...['-hls_segment_filename', `hls/${name}-%d.ts`, `hls/${name}.m3u8`],
];

/**
 * Each recipe is one run of ffmpeg in the set's folder. The order matters, because later recipes
 * read the output of earlier ones.
 */
export const RECIPES: readonly (readonly string[])[] = [
  ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=1', '-frames:v', '1', ...BITEXACT, 'image.png'],
  [
    ...picture('640x360'),
    ...sound,
    ...h264('3.0', 30),
    ...aac,
    ...BITEXACT,
    '-movflags',
    '+faststart',
    'muxed.mp4',
  ],
  [
    ...picture('1920x1080'),
    ...h264('4.0', 30),
    '-an',
    ...BITEXACT,
    '-movflags',
    '+faststart',
    'video-1080.mp4',
  ],
  [
    ...picture('1280x720'),
    ...h264('3.1', 26),
    '-an',
    ...BITEXACT,
    '-movflags',
    '+faststart',
    'video-720.mp4',
  ],
  [
    ...picture('320x180'),
    ...['-c:v', 'mpeg4', '-q:v', '5', '-g', String(KEY_INTERVAL), '-an'],
    ...[...BITEXACT, '-movflags', '+faststart', 'video-mpeg4.mp4'],
  ],
  [...sound, ...aac, '-vn', ...BITEXACT, '-movflags', '+faststart', 'audio.m4a'],
  [
    ...picture('640x360'),
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
    ...['-b:v', '300k', '-g', String(KEY_INTERVAL), '-an', ...BITEXACT, 'video.webm'],
  ],
  [...sound, '-c:a', 'libopus', '-b:a', '96k', '-vn', ...BITEXACT, 'audio.webm'],
  [
    ...[...sound, '-i', 'image.png', '-map', '0:a', '-map', '1:v'],
    ...['-c:a', 'libmp3lame', '-b:a', '128k', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
    ...[...BITEXACT, '-id3v2_version', '3', '-metadata', 'title=Episode one', 'episode.mp3'],
  ],
  [...copy('video-1080.mp4'), ...fragments('hls/1080')],
  [...copy('video-720.mp4'), ...fragments('hls/720')],
  [...copy('audio.m4a'), ...fragments('hls/audio')],
  [...copy('muxed.mp4'), ...vod, ...segments('muxed')],
  [...copy('muxed.mp4'), ...vod, '-hls_key_info_file', 'hls-key-info', ...segments('encrypted')],
  [
    ...copy('video-720.mp4', 'audio.m4a'),
    ...['-f', 'dash', '-seg_duration', '4', '-use_template', '1', '-use_timeline', '0'],
    ...['-init_seg_name', 'template-init-$RepresentationID$.m4s'],
    ...['-media_seg_name', 'template-$RepresentationID$-$Number$.m4s'],
    ...['-adaptation_sets', 'id=0,streams=v id=1,streams=a', 'dash/template.mpd'],
  ],
];

/**
 * The master playlist, with two video-only variants and a separate audio group. Its bandwidths are
 * roughly the real ones.
 */
export const HLS_MASTER = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=10100000,RESOLUTION=1920x1080,FRAME-RATE=30,CODECS="avc1.42c028,mp4a.40.2",AUDIO="sound"
1080/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=6700000,RESOLUTION=1280x720,FRAME-RATE=30,CODECS="avc1.42c01f,mp4a.40.2",AUDIO="sound"
720/index.m3u8
`;
