import type { Format } from '@dipper/contract';
import { fileTypeName } from '@dipper/media';
import type { FormatWish } from '../../../lib/handover/format-wish.js';

/** Lines of "720p", "1080p60", "1280x720"; null where there are none in it. */
function linesOf(quality: string): number | null {
  const [, width, height, lines] = /^(\d+)x(\d+)$|(\d{3,4})p/.exec(quality) ?? [];
  if (lines !== undefined) {
    return Number(lines);
  }
  return width === undefined ? null : Math.min(Number(width), Number(height));
}

/** kbit/s of "MP3 192 kbps"; null where there is none in it. */
function rateOf(quality: string): number | null {
  const [, rate] = /(\d{1,9}(?:\.\d{1,9})?) ?kbps/i.exec(quality) ?? [];
  return rate === undefined ? null : Number(rate);
}

function isOfType({ ext }: Format, quality: string): boolean {
  return quality.split(/[\s,]+/).includes(fileTypeName(ext));
}

function soundAgain(sounds: readonly Format[], quality: string): Format | undefined {
  const ofType = sounds.filter((format) => isOfType(format, quality));
  const rate = rateOf(quality);
  const distance = ({ bitrate, abr, tbr }: Format) =>
    rate === null ? 0 : Math.abs((bitrate ?? abr ?? tbr ?? rate) - rate);
  // Sorting keeps the best first among equals.
  return [...(ofType.length > 0 ? ofType : sounds)].sort((a, b) => distance(a) - distance(b))[0];
}

/** Whether a format is called so, or is of that size: a wide "1080p" may have 800 lines. */
function isOfQuality(format: Format, quality: string): boolean {
  const lines = linesOf(quality);
  return [format.quality, format.resolution].some(
    (name) =>
      name !== null &&
      (quality.split(/[\s,]+/).includes(name) || (lines !== null && linesOf(name) === lines)),
  );
}

function pictureAgain(pictures: readonly Format[], quality: string): Format | undefined {
  const same = pictures.filter((format) => isOfQuality(format, quality));
  const better = (format: Format) =>
    4 * Number(format.has_audio) +
    2 * Number(!format.watermarked) +
    Number(isOfType(format, quality));
  return [...same].sort((a, b) => better(b) - better(a))[0];
}

/**
 * What an earlier download was of, among the formats there are now: the same resolution, or the sound
 * of the same type with the nearest rate. The original language only, as nothing else was kept.
 * @param formats best first
 * @returns null where nothing is like it, or was wanted
 */
export function formatAgain(formats: readonly Format[], wish: FormatWish | null): Format | null {
  if (wish === null) {
    return null;
  }
  const fitting = formats.filter(
    ({ is_audio_only, language }) => is_audio_only === wish.isAudio && language === null,
  );
  const find = wish.isAudio ? soundAgain : pictureAgain;
  return find(fitting, wish.quality ?? '') ?? null;
}
