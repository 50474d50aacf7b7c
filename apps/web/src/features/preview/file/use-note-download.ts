import { useCallback, useEffect, useRef } from 'react';
import { noteDownload } from '../../../lib/started-downloads.js';
import { useShownQuery } from '../address/shown-query.js';

/**
 * Reports that the download of this page begins.
 * @param taskId of what makes the file; null for media that is had as it is
 * @param sizeBytes null where it is not known
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
