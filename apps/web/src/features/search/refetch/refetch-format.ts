import {
  type PreviewQuery,
  taskIdOfStartMerge,
  type VideoInfo,
  wishInQuery,
} from '@dipper/contract';
import { leaveFactsOf } from '../../../entities/media/handover/page-facts.js';
import { keepResult } from '../../../entities/media/handover/last-result.js';
import { downloadLink, playLink } from '../result/preview-link.js';
import { sameFormat } from './same-format.js';
import { searchVideo } from '../search-video.js';
import { recipeAgain } from './recipe-again.js';
import { storeResult } from '../../../entities/media/handover/last-result-storage.js';

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
