import type { Format } from '@dipper/contract';
import { fileTypeName } from '@dipper/media';
import type { EarlierFormat } from '../../../../entities/media/handover/handover.js';

/** Reads the height from "720p", "1080p60" or "1280x720"; null if there is none. */
function linesOf(quality: string): number | null {
  const [, width, height, lines] = /^(\d+)x(\d+)$|(\d{3,4})p/.exec(quality) ?? [];
  if (lines !== undefined) {
    return Number(lines);
  }
  return width === undefined ? null : Math.min(Number(width), Number(height));
}

/** Reads the bitrate in kbit/s from "MP3 192 kbps"; null if there is none. */
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
  // The sort is stable, so the best of several equally close formats comes first.
  return [...(ofType.length > 0 ? ofType : sounds)].sort((a, b) => distance(a) - distance(b))[0];
}

/** True if a format has this quality or height. A widescreen "1080p" may have only 800 lines. */
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
 * Returns the format that matches an earlier download: a video of the same resolution, or audio of
 * the same type with the nearest bitrate. Only formats in the original language count, because the
 * history stores no others.
 * @param formats the formats, best first
 * @returns null if there is no match or no earlier download
 */
export function formatAgain(
  formats: readonly Format[],
  earlier: EarlierFormat | null,
): Format | null {
  if (earlier === null) {
    return null;
  }
  const fitting = formats.filter(
    ({ is_audio_only, language }) => is_audio_only === earlier.isAudio && language === null,
  );
  const find = earlier.isAudio ? soundAgain : pictureAgain;
  return find(fitting, earlier.quality ?? '') ?? null;
}
