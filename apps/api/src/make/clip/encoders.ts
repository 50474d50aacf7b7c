import { colourOptions, isHdr, profileOf, type Traits } from './picture/picture-traits.js';

/** Bitrates for audio encoders, bit/s. */
const SOUND_RATE = { least: 96_000, usual: 160_000, most: 320_000 };
/** Maximum per channel, bit/s; libopus refuses more. */
const MOST_OPUS_RATE = 256_000;

/**
 * Id of our own H.264 parameter sets, which are stored next to the source's. The highest allowed id
 * (ITU-T H.264 §7.4.2.1.1), because encoders count from 0.
 */
const SET_ID = 31;

/**
 * Options for the frames around the copied ones: the same codec, at a quality that hides the
 * joints. x264 at "veryfast" takes 0.4 of the time of "medium". Measured on noisy 720p video, its
 * frames are as large and nearly as similar to the source (SSIM 0.988 instead of 0.990).
 */
export function edgeOptions(traits: Traits): string[] {
  const colour = colourOptions(traits);
  const { codec_name: codec, level = 0, pix_fmt: pixels = 'yuv420p' } = traits;
  if (codec !== 'h264') {
    const encoder = codec === 'vp8' ? 'libvpx' : 'libvpx-vp9';
    const oneByOne = ['-auto-alt-ref', '0', '-lag-in-frames', '0', '-g', '9999'];
    return ['-c:v', encoder, ...vpxQuality(codec === 'vp8', 18), ...oneByOne, ...colour];
  }
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-pix_fmt', pixels],
    ...[
      '-profile:v',
      profileOf(traits) ?? 'high',
      ...(level >= 10 ? ['-level', dotted(level)] : []),
    ],
    ...['-x264-params', `${reorder(traits)}:keyint=infinite:scenecut=0:sps-id=${SET_ID}`],
    ...colour,
  ];
}

/**
 * Keeps the source's reordering delay: without stored decoding times (Matroska), demuxers derive
 * them from the first frames.
 */
function reorder({ has_b_frames: held = 0 }: Traits): string {
  return held === 0 ? 'bframes=0' : `bframes=3:b-pyramid=${held === 1 ? 'none' : 'normal'}`;
}

/** Options for a fully encoded video in a container. */
export function wholeOptions(traits: Traits, container: string): string[] {
  const { codec_name: codec = '', field_order: order = '' } = traits;
  const isWebm = container === 'webm' || (container === 'mkv' && /^(?:vp[89]|av1)$/.test(codec));
  const colour = colourOptions(traits);
  if (isWebm) {
    const isOld = codec === 'vp8';
    const pixels = isHdr(traits) ? 'yuv420p10le' : 'yuv420p';
    const encoder = isOld ? 'libvpx' : 'libvpx-vp9';
    return ['-c:v', encoder, ...vpxQuality(isOld, 22), '-g', '240', '-pix_fmt', pixels, ...colour];
  }
  if (isHdr(traits)) {
    const hevc = [
      '-preset',
      'fast',
      '-crf',
      '20',
      '-tag:v',
      'hvc1',
      '-x265-params',
      'log-level=error',
    ];
    return ['-c:v', 'libx265', ...hevc, '-pix_fmt', 'yuv420p10le', ...colour];
  }
  const fields = ['tt', 'bb', 'tb', 'bt'].includes(order) ? ['-flags', '+ilme+ildct'] : [];
  const h264 = ['-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p'];
  return ['-c:v', 'libx264', ...h264, ...fields, ...colour];
}

/** At speed 5, libvpx takes twice as long as x264 at "veryfast" (measured). */
function vpxQuality(isOld: boolean, crf: number): string[] {
  const speed = ['-deadline', isOld ? 'realtime' : 'good', '-cpu-used', '5'];
  const rate = isOld ? ['-b:v', '4M'] : ['-b:v', '0', '-row-mt', '1'];
  return [...speed, '-crf', String(crf), ...rate];
}

function dotted(level: number): string {
  return `${Math.floor(level / 10)}.${level % 10}`;
}

/** Options for a clip's audio in a container, at the source's bitrate. */
export function clipSoundOptions(traits: Traits | null, container: string): string[] {
  const { codec_name: codec = '', bit_rate: rate = SOUND_RATE.usual } = traits ?? {};
  const bounded = Math.round(Math.min(SOUND_RATE.most, Math.max(SOUND_RATE.least, rate)));
  const isOpus =
    ['webm', 'opus'].includes(container) ||
    (container === 'mkv' && ['opus', 'vorbis'].includes(codec));
  switch (container) {
    case 'flac':
      return ['-c:a', 'flac'];
    case 'wav':
      return ['-c:a', 'pcm_s16le'];
    case 'mp3':
      return ['-c:a', 'libmp3lame', '-b:a', String(bounded)];
    default:
      return isOpus
        ? [
            '-c:a',
            'libopus',
            '-b:a',
            String(Math.min(bounded, MOST_OPUS_RATE * (traits?.channels ?? 2))),
            '-mapping_family',
            (traits?.channels ?? 2) > 2 ? '1' : '0',
          ]
        : ['-c:a', 'aac', '-b:a', String(bounded)];
  }
}
