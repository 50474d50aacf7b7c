import {
  type Format,
  type PreviewQuery,
  taskIdOfStartMerge,
  type VideoInfo,
  type Wish,
  wishInQuery,
} from '@dipper/contract';
import { createTask } from '@dipper/client';
import { leaveFactsOf } from '../../../entities/media/handover/page-facts.js';
import { keepResult } from '../../../entities/media/handover/last-result.js';
import { downloadLink, playLink } from '../result/preview-link.js';
import { sameFormat } from './same-format.js';
import { searchVideo } from '../search-video.js';
import { storeResult } from '../../../entities/media/handover/last-result-storage.js';
import { taskPath } from '../../../entities/task/task-path.js';
import { isWishable, offerOfFormat } from '../result/sections/offer-of-format.js';
import { send } from '../../../lib/api/api-client.js';

interface Reading {
  /** Path of POST /api/download-video, as configured. */
  readonly endpoint: string;
  readonly signal: AbortSignal;
  /** Receives the position in line, from 1; null once the server is reading the page. */
  readonly onPlace: (place: number | null) => void;
}

/** Returns the link to the same format. A stream that was played directly is played again. */
function linkAgain(query: PreviewQuery, info: VideoInfo): string | null {
  const format = sameFormat(query, info.formats);
  if (format === null) {
    return null;
  }
  const wasPlayed = query.url !== undefined && taskIdOfStartMerge(query.url) === null;
  return (wasPlayed ? playLink(info, format) : null) ?? downloadLink(info, format);
}

/**
 * Reads a preview's source page again and stores the result for the home page.
 * @returns the preview path of the same format; null if the page no longer has it
 * @throws ApiFailure, or the abort reason
 */
export async function refetchFormat(
  query: PreviewQuery,
  { endpoint, signal, onPlace }: Reading,
): Promise<string | null> {
  const link = query.source_url ?? '';
  for await (const update of searchVideo({ text: link, endpoint }, signal)) {
    if (update.type === 'result') {
      const found = { link, info: update.info };
      keepResult(found, '/');
      storeResult(found, '/');
      leaveFactsOf(update.info);
      const wish = wishInQuery(query.recipe);
      return wish === null
        ? linkAgain(query, update.info)
        : recipeAgain(query, wish, update.info, signal);
    }
    if (update.type === 'list') {
      // The link now leads to a list, which only the home page can show.
      const found = { link, list: update.list };
      keepResult(found, '/');
      storeResult(found, '/');
      return null;
    }
    if (update.type === 'waiting' || update.type === 'reading') {
      onPlace(update.type === 'waiting' ? update.place : null);
    }
  }
  // Unreachable: `searchVideo` throws if it finds nothing.
  return null;
}

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
async function recipeAgain(
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
