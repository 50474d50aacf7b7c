import type { Format, VideoQuality } from '@dipper/contract';
import { playback } from '@dipper/media';

const HEIGHTS: Readonly<Record<Exclude<VideoQuality, 'auto'>, number>> = {
  ...{ '4k': 2160, '1080p': 1080, '720p': 720, '480p': 480, '360p': 360 },
};
/** What sites call a picture that they give no dimensions of. */
const NAMED: Readonly<Record<string, number>> = { HD: 720, SD: 360 };

/** The number people know a picture by: 1080 of "1080p60"; 0 where it is not known. */
function linesOf({ quality }: Format): number {
  const name = quality ?? '';
  return NAMED[name] ?? Number(/^(\d{3,4})p/.exec(name)?.[1] ?? 0);
}

/** Those that are, or all where none is. */
function preferred(formats: readonly Format[], is: (format: Format) => boolean): readonly Format[] {
  const some = formats.filter(is);
  return some.length > 0 ? some : formats;
}

const playsEverywhere = ({ ext, vcodec, acodec, is_audio_only, has_audio }: Format): boolean =>
  playback({ ext, vcodec, acodec, isAudioOnly: is_audio_only, hasAudio: has_audio }) ===
  'everywhere';

/**
 * The picture that an account's default quality marks: the largest of at most that resolution, else
 * the smallest above it. As in what is recommended to everybody, it has sound, the usual range of
 * brightness and no watermark where there is such a one. Of several in that resolution it is the
 * recommended one, else one that plays everywhere, else the best.
 * @param formats best first
 * @returns null for `auto`, and where no resolution is known: then what is recommended stays marked
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
