import type { Format, VideoQuality } from '@dipper/contract';
import { playback } from '@dipper/media';

const HEIGHTS: Readonly<Record<Exclude<VideoQuality, 'auto'>, number>> = {
  ...{ '4k': 2160, '1080p': 1080, '720p': 720, '480p': 480, '360p': 360 },
};
/** The nominal heights of the quality names that sites use when dimensions are missing. */
const NAMED: Readonly<Record<string, number>> = { HD: 720, SD: 360 };

/** Returns the nominal height: 1080 for "1080p60"; 0 if unknown. */
function linesOf({ quality }: Format): number {
  const name = quality ?? '';
  return NAMED[name] ?? Number(/^(\d{3,4})p/.exec(name)?.[1] ?? 0);
}

/** Returns the matching formats, or all formats if none match. */
function preferred(formats: readonly Format[], is: (format: Format) => boolean): readonly Format[] {
  const some = formats.filter(is);
  return some.length > 0 ? some : formats;
}

const playsEverywhere = ({ ext, vcodec, acodec, is_audio_only, has_audio }: Format): boolean =>
  playback({ ext, vcodec, acodec, isAudioOnly: is_audio_only, hasAudio: has_audio }) ===
  'everywhere';

/**
 * Returns the video to recommend for an account's default quality: the largest one up to that
 * resolution, otherwise the smallest one above it. As usual, videos with audio, in standard dynamic
 * range and without a watermark are preferred. Of several videos with that resolution, it returns
 * the recommended one, otherwise one that plays everywhere, otherwise the best.
 * @param formats the formats, best first
 * @returns null for `auto` or if no resolution is known, so that the usual recommendation stays
 */
export function atQuality(formats: readonly Format[], quality: VideoQuality): Format | null {
  if (quality === 'auto') {
    return null;
  }
  const pictures = formats.filter((it) => !it.is_audio_only && it.language === null);
  const whole = preferred(pictures, ({ has_audio }) => has_audio);
  const plain = preferred(whole, ({ hdr }) => !hdr);
  const clean = preferred(plain, ({ watermarked }) => !watermarked);
  const sizes = clean.map(linesOf).filter((lines) => lines > 0);
  const wanted = HEIGHTS[quality];
  const upTo = sizes.filter((lines) => lines <= wanted);
  const lines = upTo.length > 0 ? Math.max(...upTo) : Math.min(...sizes);
  const best = clean.filter((format) => linesOf(format) === lines);
  return (
    best.find(({ recommended }) => recommended) ?? best.find(playsEverywhere) ?? best[0] ?? null
  );
}
