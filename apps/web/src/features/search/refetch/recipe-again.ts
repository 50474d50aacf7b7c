import { createTask } from '@dipper/client';
import type { Format, PreviewQuery, VideoInfo, Wish } from '@dipper/contract';
import { taskPath } from '../../../entities/task/task-path.js';
import { isWishable, offerOfFormat } from '../result/sections/offer-of-format.js';
import { send } from '../../../lib/api/api-client.js';

/** True if a request needs a format with video. */
function needsPicture(wish: Wish): boolean {
  return wish.kind === 'captioned' || (wish.kind === 'clip' && wish.as !== 'audio');
}

/**
 * Returns the format for repeating a request: the same id, otherwise the same resolution, otherwise
 * the best of its kind.
 * @param formats the formats, best first
 */
function offerAgain(query: PreviewQuery, wish: Wish, formats: readonly Format[]): Format | null {
  const able = formats.filter(
    (format) => isWishable(format) && !(needsPicture(wish) && format.is_audio_only),
  );
  const isRecommended = (format: Format) => format.recommended;
  return (
    able.find(({ format_id }) => format_id === query.video_format_id) ??
    able.find(
      ({ resolution }) => query.resolution !== undefined && resolution === query.resolution,
    ) ??
    able.find(isRecommended) ??
    able[0] ??
    null
  );
}

/**
 * Repeats a request for a page that has just been read again.
 * @returns the path of its preview; null if the page has no suitable format
 * @throws ApiFailure, or the abort reason
 */
export async function recipeAgain(
  query: PreviewQuery,
  wish: Wish,
  info: VideoInfo,
  signal: AbortSignal,
): Promise<string | null> {
  const offer = offerAgain(query, wish, info.formats);
  if (offer === null) {
    return null;
  }
  const task = await createTask(send, { offerId: offer.offer_id, wish }, signal);
  return taskPath(offerOfFormat(info, offer), wish, task);
}
