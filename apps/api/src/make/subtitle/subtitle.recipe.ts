import type { SubtitleWish } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import type { OfferedFormat } from '../../extract/formats/offer.js';
import { fileNameOf } from '../../extract/formats/to-format.js';
import type { SubtitleTrack } from '../../extract/source-info.js';
import { DomainError } from '../../infra/http/domain-error.js';
import type { Subtitle } from '../recipe.js';

/**
 * The recipe for the subtitles of an item in one language.
 * @param host our host as the visitor knows it, for the file name.
 * @throws DomainError WISH_NOT_POSSIBLE
 */
export function subtitleOf(
  { language, format }: SubtitleWish,
  { pageUrl, info }: OfferedFormat,
  host: string,
): Subtitle {
  const track = trackOf(info, language);
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
    track,
  };
}

/** The subtitles of an item in a language. @throws DomainError WISH_NOT_POSSIBLE where it has none */
export function trackOf(
  { subtitles = [] }: Pick<OfferedFormat['info'], 'subtitles'>,
  language: string,
): SubtitleTrack {
  const track = subtitles.find((one) => one.language === language);
  if (track === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE', { cause: `no subtitles in ${language}` });
  }
  return track;
}
