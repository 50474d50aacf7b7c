import type { Format, VideoInfo } from '@dipper/contract';
import type { WishedOffer } from '../../../../entities/task/task-path.js';
import { groupFormats } from '../formats/group-formats.js';

/** Returns the preview parameters for the format from which a file is made. */
export function offerOfFormat(info: VideoInfo, format: Format): WishedOffer {
  return {
    video_format_id: format.format_id,
    // A file with a single source contains both streams.
    audio_format_id: format.audio_format_id ?? format.format_id,
    title: info.title,
    source_url: info.webpage_url,
    thumbnail_url: info.thumbnail_url,
    resolution: format.resolution,
  };
}

/**
 * True if other files can be made from a format. Servers of the previous version send no
 * `offer_id`.
 */
export function isWishable({ offer_id, language }: Format): boolean {
  return offer_id !== '' && language === null;
}

/** Returns the formats that other files, such as clips, can be made from, best first. */
export function offersOf(formats: readonly Format[]): Format[] {
  const { video, audio } = groupFormats(formats);
  return [...video, ...audio].filter(isWishable);
}
