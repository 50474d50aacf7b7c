import type { CaptionedWish } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import { isAudioOnly, type OfferedFormat } from '../../../extract/formats/offer.js';
import { fileNameOf, namePartsOf } from '../../../extract/formats/to-format.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { Join } from '../../recipe.js';
import { trackOf } from '../../subtitle/subtitle.recipe.js';
import { joinOf } from '../join.recipe.js';
import { captionedContainer } from './caption-track.js';

/**
 * The recipe for an offer with a subtitle track.
 * @param host the visitor's Host header, for the file name.
 * @throws DomainError WISH_NOT_POSSIBLE for an audio-only offer, or for a language that the item
 *   doesn't have.
 */
export function captionedOf(wish: CaptionedWish, offered: OfferedFormat, host: string): Join {
  const { pageUrl, info, offer } = offered;
  if (isAudioOnly(offer)) {
    throw new DomainError('WISH_NOT_POSSIBLE', { cause: 'audio has no subtitles' });
  }
  const container = captionedContainer(offer.container);
  const parts = namePartsOf(
    { ...offer, container },
    { platform: detectPlatform(pageUrl), title: info.title },
  );
  const resolution = [parts.resolution, wish.language].filter(Boolean).join(' ');
  return {
    ...joinOf(offered, host),
    fileName: fileNameOf({ ...parts, resolution }, host),
    container,
    captions: trackOf(info, wish),
  };
}
