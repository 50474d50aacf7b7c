import { useCallback, useEffect, useRef } from 'react';
import { noteDownload } from '../../../../entities/task/started-downloads.js';
import { useShownQuery } from '../../address/shown-media.js';
import { type DownloadKind, platformId, track } from '../../../../site/counted-events.js';

/**
 * Returns a function that reports that this page's download has started.
 * @param taskId the task that prepares the file; null for direct media
 * @param sizeBytes the size of the file; null if unknown
 */
export function useNoteDownload(taskId: string | null, sizeBytes: number | null): () => void {
  const query = useShownQuery();
  const note = () =>
    noteDownload({
      sourceUrl: query.source_url ?? null,
      title: query.title ?? '',
      isAudio: query.is_audio === 'true',
      filename: query.filename ?? null,
      resolution: query.resolution ?? null,
      bitrate: query.bitrate ?? null,
      sizeBytes: sizeBytes ?? query.filesize ?? null,
      thumbnailUrl: query.thumbnail_url ?? null,
      duration: null,
      taskId,
    });
  const latest = useRef(note);
  useEffect(() => {
    latest.current = note;
  });
  return useCallback(() => latest.current(), []);
}

/** Reports the platform and kind of a saved file, never its link. */
export function trackDownload(sourceUrl: string | null, kind: DownloadKind): void {
  track({ name: 'video_download', platform: platformId(sourceUrl ?? ''), kind });
}
