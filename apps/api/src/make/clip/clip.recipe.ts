import { type ClipKind, type ClipWish, LIMITS } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import { hasAudio, isAudioOnly, type OfferedFormat } from '../../extract/formats/offer.js';
import { itemSeconds } from '../../extract/late-facts/unknown-facts.js';
import { fileNameOf, namePartsOf } from '../../extract/formats/to-format.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Clip } from '../recipe.js';
import { clipRangeOf, clipRangeText, limitToItem } from './clip-range.js';

/** Audio file types by container of the offer; `m4a` for all others. */
const SOUND_FILES: Readonly<Record<string, string>> = {
  mp3: 'mp3',
  flac: 'flac',
  wav: 'wav',
  ogg: 'opus',
  oga: 'opus',
  opus: 'opus',
  weba: 'opus',
  webm: 'opus',
  mka: 'opus',
};
/** Video containers that are kept. Others become MP4. */
const PICTURE_FILES = ['mp4', 'mov', 'webm', 'mkv'];

/**
 * The recipe for a clip of an offer.
 * @param host the visitor's Host header, for the file name.
 * @throws DomainError WISH_NOT_POSSIBLE for video or audio that the item doesn't have;
 * LOOP_TOO_LONG; CLIP_OUTSIDE if the item is known to be too short.
 */
export function clipOf(
  wish: ClipWish,
  { pageUrl, info, offer }: OfferedFormat,
  host: string,
): Clip {
  const { title, durationSeconds } = info;
  const asked = clipRangeOf(wish);
  const known = itemSeconds(info);
  const stretch = known === null ? asked : limitToItem(asked, known);
  const as = wish.as ?? (isAudioOnly(offer) ? 'audio' : 'video');
  const isSound = as === 'audio';
  if (isSound ? !hasAudio(offer) : isAudioOnly(offer)) {
    throw new DomainError('WISH_NOT_POSSIBLE');
  }
  const isLoop = as === 'gif' || as === 'webp';
  if (isLoop && stretch.endMs - stretch.startMs > LIMITS.loopSeconds * 1000) {
    throw new DomainError('LOOP_TOO_LONG');
  }
  // If video and audio are separate, fetch only what is needed.
  const main = isSound ? (offer.sound ?? offer.main) : offer.main;
  const container = containerOf(
    as,
    isSound ? (offer.sound?.ext ?? offer.container) : offer.container,
  );
  const parts = namePartsOf(offer, { platform: detectPlatform(pageUrl), title });
  const times = clipRangeText(stretch);
  const resolution = isSound ? times : [parts.resolution, times].filter(Boolean).join(' ');
  return {
    kind: 'clip',
    ...{ pageUrl, durationSeconds, ...stretch, as, container, main },
    title: `${title} (${times})`,
    fileName: fileNameOf({ ...parts, resolution, ext: container }, host),
    sound: as === 'video' ? offer.sound : null,
  };
}

function containerOf(as: ClipKind, ofOffer: string): string {
  switch (as) {
    case 'gif':
    case 'webp':
      return as;
    case 'audio':
      return SOUND_FILES[ofOffer] ?? 'm4a';
    case 'video':
      return PICTURE_FILES.includes(ofOffer) ? ofOffer : 'mp4';
  }
}
