import type { Format } from '@dipper/contract';

/** A format that a browser can play while another one is being made. */
export interface Playable {
  readonly url: string;
  /** "360p"; null for audio or if unknown. */
  readonly quality: string | null;
}

interface Wanted {
  /** True if the file being made is audio. */
  readonly isAudio: boolean;
  /** The id of its task. It tells which language to play, because an item may have several. */
  readonly taskId: string;
}

/** What the browser can play. */
interface Abilities {
  readonly plays: (type: string) => boolean;
  readonly hls: boolean;
}

/**
 * Taller videos are played only if there is nothing smaller. A small one starts sooner and leaves
 * most of the bandwidth to the file being made.
 */
const MODEST_PIXELS = 480;

/** MIME types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/mp4', webm: 'video/webm' },
  ...{ m4a: 'audio/mp4', mp3: 'audio/mpeg', aac: 'audio/aac', weba: 'audio/webm' },
  ...{ ogg: 'audio/ogg', opus: 'audio/ogg', wav: 'audio/wav', flac: 'audio/flac' },
};
/** Names that `canPlayType` understands ("avc1.64001f", "vp9"), unlike "h264". */
const CODEC = /^(?:[\w-]+\.[\w.-]+|vp8|vp9|opus|vorbis|flac|mp3)$/;
/** HEVC names that `canPlayType` does not understand. */
const HEVC = /^(?:hevc|h265)$/i;
const HEVC_TYPE = 'hvc1.1.6.L93.B0';

/**
 * Returns the type of a file for `canPlayType`, including the codecs if `canPlayType` understands
 * their names.
 */
export function mediaType({
  ext,
  vcodec,
  acodec,
}: Pick<Format, 'ext' | 'vcodec' | 'acodec'>): string | null {
  const type = TYPES[ext.toLowerCase()];
  const codecs = [vcodec, acodec]
    .map((codec) => (HEVC.test(codec ?? '') ? HEVC_TYPE : codec))
    .filter((codec) => CODEC.test(codec ?? ''));
  return type === undefined
    ? null
    : codecs.length === 0
      ? type
      : `${type}; codecs="${codecs.join(', ')}"`;
}

/** Returns a format's nominal height in pixels; null if unknown. */
function pixelsOf({ resolution, quality }: Format): number | null {
  const sides = /^(\d+)x(\d+)/.exec(resolution ?? '');
  const named = /^(\d+)p/.exec(quality ?? resolution ?? '');
  return sides !== null
    ? Math.min(Number(sides[1]), Number(sides[2]))
    : named === null
      ? null
      : Number(named[1]);
}

/** Sort key for sizes: the largest modest one first, then larger ones, smallest first. */
function strain(pixels: number | null): number {
  if (pixels === null) {
    return 2 * MODEST_PIXELS;
  }
  return pixels <= MODEST_PIXELS ? MODEST_PIXELS - pixels : pixels;
}

/**
 * Chooses what to play while one of an item's files is being made. It prefers files to streams,
 * which need more code; audio to video, if the file is audio; and modest sizes to large ones.
 * @returns null if the browser can't play any of the formats
 */
export function playableOf(
  formats: readonly Format[],
  { isAudio, taskId }: Wanted,
  { plays, hls }: Abilities,
): Playable | null {
  const made = formats.find((format) => taskId === (format.task_id ?? format.offer_id));
  const isPlayed = (format: Format): boolean => {
    if (format.kind === 'hls') {
      return hls;
    }
    const type = mediaType(format);
    return format.kind === 'direct' && type !== null && plays(type);
  };
  const [best] = formats
    .filter((format) => format.has_audio && (isAudio || !format.is_audio_only))
    .filter((format) => format.language === (made?.language ?? null))
    .filter(isPlayed)
    .map((format) => ({
      format,
      order: [
        isAudio && !format.is_audio_only ? 1 : 0,
        format.kind === 'hls' ? 1 : 0,
        format.watermarked ? 1 : 0,
        strain(pixelsOf(format)),
      ],
    }))
    .sort((one, other) => compare(one.order, other.order));
  return best === undefined
    ? null
    : { url: best.format.url, quality: isAudio ? null : qualityOf(best.format) };
}

function qualityOf({ quality, resolution }: Format): string | null {
  return quality ?? resolution;
}

/** Compares lists of numbers lexicographically. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
