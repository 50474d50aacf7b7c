import { type DescribedStream, toRate } from '../../probe-schema.js';

/** A video or audio stream. Its traits decide how it is cut and encoded. */
export type Traits = DescribedStream;
type Streams = readonly Traits[];

/** Finds the first video stream that is not cover art. */
export function pictureOf(streams: Streams): Traits | null {
  const isPicture = ({ codec_type: type, disposition }: Traits): boolean =>
    type === 'video' && disposition?.attached_pic !== 1;
  return streams.find(isPicture) ?? null;
}

export function soundOf(streams: Streams): Traits | null {
  return streams.find(({ codec_type: type }) => type === 'audio') ?? null;
}

/** Codecs whose packets can be copied next to encoded ones, by the container of the clip. */
const CUTTABLE: Readonly<Record<string, readonly string[]>> = {
  mp4: ['h264', 'vp9'],
  mov: ['h264'],
  webm: ['vp8', 'vp9'],
  mkv: ['h264', 'vp8', 'vp9'],
};

/**
 * Whether frames can be encoded so that the source's own packets can follow them.
 * @param container container of the clip. The page's description of the file is not used, because
 * it may be wrong.
 */
export function isCuttable(traits: Traits, container: string): boolean {
  const { codec_name: codec = '', pix_fmt: pixels = '', field_order: order = 'unknown' } = traits;
  return (
    (CUTTABLE[container] ?? []).includes(codec) &&
    ['yuv420p', 'yuvj420p'].includes(pixels) &&
    ['progressive', 'unknown'].includes(order) &&
    !isTurned(traits) &&
    (codec !== 'h264' || profileOf(traits) !== null)
  );
}

/** x264's name for the profile of an H.264 video; null for one it cannot write. */
export function profileOf({ profile = '' }: Traits): string | null {
  const names: Readonly<Record<string, string>> = {
    Baseline: 'baseline',
    'Constrained Baseline': 'baseline',
    Main: 'main',
    High: 'high',
  };
  return names[profile] ?? null;
}

/** Whether the container tells players to rotate the video. */
function isTurned({ side_data_list: extras = [] }: Traits): boolean {
  return extras.some(({ rotation = 0 }) => rotation !== 0);
}

/** Whether the video is HDR, according to its transfer function. */
export function isHdr({ color_transfer: transfer = '' }: Traits): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(transfer);
}

/** Parses a pixel aspect ratio such as "4:3"; square when unknown. */
export function aspectOf({ sample_aspect_ratio: ratio = '' }: Traits): {
  over: number;
  under: number;
} {
  const [over = 0, under = 0] = ratio.split(':').map(Number);
  return over > 0 && under > 0 ? { over, under } : { over: 1, under: 1 };
}

/** Frames per second, at most 240; 30 when unknown. */
export function rateOf({ avg_frame_rate: rate = '' }: Pick<Traits, 'avg_frame_rate'>): number {
  const found = toRate(rate);
  return found > 0 && Number.isFinite(found) ? Math.min(240, found) : 30;
}

/** The color properties of a video as ffmpeg encoder options. */
export function colourOptions(traits: Traits): string[] {
  const { color_range: range, color_space: space, color_primaries: primaries } = traits;
  const named = [
    ['-color_range', range],
    ['-colorspace', space],
    ['-color_primaries', primaries],
    ['-color_trc', traits.color_transfer],
  ] as const;
  return named.flatMap(([option, value]) =>
    value !== undefined && /^[a-z0-9-]+$/.test(value) && !['unknown', 'reserved'].includes(value)
      ? [option, value]
      : [],
  );
}
