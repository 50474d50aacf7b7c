import type { Format, VideoInfo } from '@dipper/contract';
import type { WishedOffer } from '../../../../lib/wishes/wish-path.js';

/** What the preview of a wish says of the format it is made of. */
export function wishedOffer(info: VideoInfo, format: Format): WishedOffer {
  return {
    video_format_id: format.format_id,
    // A file of one source has both in it.
    audio_format_id: format.audio_format_id ?? format.format_id,
    title: info.title,
    source_url: info.webpage_url,
    thumbnail_url: info.thumbnail_url,
    resolution: format.resolution,
  };
}

/** A format of which something else can be made: a server of the last version names none. */
export function isWishable({ offer_id, language }: Format): boolean {
  return offer_id !== '' && language === null;
}
