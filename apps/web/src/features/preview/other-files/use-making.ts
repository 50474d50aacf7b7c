import type { Wish } from '@dipper/contract';
import { taskPath } from '../../../entities/task/task-path.js';
import { type CreatingTask, useCreateTask } from '../../../entities/task/use-create-task.js';
import { useLeftFacts } from '../player/use-page-facts.js';
import { useShownQuery } from '../address/shown-media.js';

/** The offer that this page's media comes from. */
interface KnownSource {
  readonly offerId: string;
  /** False only if the media is known to be silent. */
  readonly hasAudio: boolean;
}

/**
 * Returns the offer from which other files can be made, if this tab knows it from a search.
 * @param taskId the id of the offer's task; null for direct media, which is found by its URL
 * @returns null if it is unknown, as with a link that somebody shared
 */
export function useKnownSource(taskId: string | null, url: string | null): KnownSource | null {
  const found = useLeftFacts()?.offers.find((one) =>
    taskId === null ? one.url !== null && one.url === url : one.offerId === taskId,
  );
  const offerId = taskId ?? found?.offerId ?? null;
  return offerId === null ? null : { offerId, hasAudio: found?.hasAudio ?? true };
}

/** The name of the clip maker's request, whose error it shows itself. The rows show the others. */
export const CHOSEN_CLIP = 'clip';

/** Requests for other files of the item, one at a time. */
export interface Making extends Pick<CreatingTask, 'creating'> {
  /**
   * Submits a request and opens its preview.
   * @param name the name that identifies the row or button
   */
  readonly make: (name: string, wish: Wish) => void;
}

/**
 * Makes other files from an offer.
 * @returns null if there is no offer
 */
export function useMaking(offerId: string | null): Making | null {
  const query = useShownQuery();
  const { creating, make } = useCreateTask();
  if (offerId === null) {
    return null;
  }
  const offer = {
    // The URL of a task with a single source contains no format ids.
    video_format_id: query.video_format_id ?? offerId,
    audio_format_id: query.audio_format_id ?? query.video_format_id ?? offerId,
    title: query.title ?? null,
    source_url: query.source_url ?? null,
    thumbnail_url: query.thumbnail_url ?? null,
    resolution: query.resolution ?? null,
  };
  return {
    creating,
    make: (name, wish) => make(name, { offerId, wish }, (task) => taskPath(offer, wish, task)),
  };
}
