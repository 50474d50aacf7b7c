import type { SubtitleWish } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { fileNameOf } from '../../extract/formats/to-format.js';
import type { SubtitleTrack } from '../../extract/source-info.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Subtitle } from '../recipe.js';

/** Only hostile pages have more chapters. */
const MAX_CHAPTERS = 300;

/**
 * The recipe for the subtitles of an item in one language.
 * @param host the visitor's Host header, for the file name.
 * @throws DomainError WISH_NOT_POSSIBLE if the item has no subtitles in that language.
 */
export function subtitleOf(
  { language, format, machine }: SubtitleWish,
  { pageUrl, info }: OfferedFormat,
  host: string,
): Subtitle {
  const track = trackOf(info, { language, machine });
  const platform = detectPlatform(pageUrl);
  return {
    kind: 'subtitle',
    pageUrl,
    title: info.title,
    fileName: fileNameOf(
      {
        source: platform?.id ?? '',
        title: info.title,
        platform: platform?.id,
        ext: format,
        resolution: language,
      },
      host,
    ),
    durationSeconds: info.durationSeconds,
    format,
    ...(format === 'md' && { chapters: info.chapters.slice(0, MAX_CHAPTERS) }),
    track,
  };
}

/**
 * The subtitles of an item in a language: those written by people, unless the auto-generated ones
 * are requested. If the requested kind is missing, the other kind is used.
 * @throws DomainError WISH_NOT_POSSIBLE if the item has no subtitles in that language.
 */
export function trackOf(
  { subtitles = [] }: Pick<OfferedFormat['info'], 'subtitles'>,
  { language, machine = false }: Pick<SubtitleWish, 'language' | 'machine'>,
): SubtitleTrack {
  const tracks = subtitles.filter((one) => one.language === language);
  const track = tracks.find((one) => one.machine === machine) ?? tracks[0];
  if (track === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE', { cause: `no subtitles in ${language}` });
  }
  return track;
}
