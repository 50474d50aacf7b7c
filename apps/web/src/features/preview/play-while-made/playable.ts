import type { Format } from '@dipper/contract';

/** A format that a browser can play while another one is made. */
export interface Playable {
  /** The media's own URL. */
  readonly url: string;
  /** "360p"; null for sound or if it is unknown. */
  readonly quality: string | null;
}

interface Wanted {
  /** True if the file being made is audio. */
  readonly isAudio: boolean;
  /** The id of its task. The item's formats may be in several languages. */
  readonly taskId: string;
}

/** The browser's `canPlayType`, and whether it plays HLS. */
interface Abilities {
  readonly plays: (type: string) => boolean;
  readonly hls: boolean;
}

/**
 * The largest height that is played, if there is a smaller one. It starts soon, and leaves most of
 * the connection to the file that is made.
 */
const MODEST_PIXELS = 480;

/** The types of files that browsers play, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/mp4', webm: 'video/webm' },
  ...{ m4a: 'audio/mp4', mp3: 'audio/mpeg', aac: 'audio/aac', weba: 'audio/webm' },
  ...{ ogg: 'audio/ogg', opus: 'audio/ogg', wav: 'audio/wav', flac: 'audio/flac' },
};
/** Names that `canPlayType` knows: "avc1.64001f", "vp9". Others, like "h264", say nothing to it. */
const CODEC = /^(?:[\w-]+\.[\w.-]+|vp8|vp9|opus|vorbis|flac|mp3)$/;
/** Names for HEVC that it does not know. */
const HEVC = /^(?:hevc|h265)$/i;
const HEVC_TYPE = 'hvc1.1.6.L93.B0';

/** Returns the type of a file for `canPlayType`, with its codecs if their names are known there. */
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

/** Returns the height of a format in pixels, as in its name; null if it is unknown. */
function pixelsOf({ resolution, quality }: Format): number | null {
  const sides = /^(\d+)x(\d+)/.exec(resolution ?? '');
  const named = /^(\d+)p/.exec(quality ?? resolution ?? '');
  return sides !== null
    ? Math.min(Number(sides[1]), Number(sides[2]))
    : named === null
      ? null
      : Number(named[1]);
}

/** Orders sizes: the largest modest one first, then larger ones, smallest first. */
function strain(pixels: number | null): number {
  if (pixels === null) {
    return 2 * MODEST_PIXELS;
  }
  return pixels <= MODEST_PIXELS ? MODEST_PIXELS - pixels : pixels;
}

/**
 * Returns what to play of an item while one of its files is made: a file before a stream, because it
 * needs no further code; for audio, sound before a video; and a modest size before a large one.
 * @returns null if a browser can play none of the formats as they are
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

/** Compares lists of numbers by the first place at which they differ. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
