import type { ListEntry, ListQuality } from '@dipper/contract';
import { noteDownload } from '../../../../entities/task/started-downloads.js';

interface MadeOfEntry {
  readonly quality: ListQuality;
  readonly taskId: string;
  readonly filename: string;
}

/**
 * Reports the download of an entry. Images are not reported, because they are neither video nor
 * audio.
 */
export function noteEntry(entry: ListEntry, { quality, taskId, filename }: MadeOfEntry): void {
  if (entry.kind === 'picture') {
    return;
  }
  noteDownload({
    sourceUrl: entry.url,
    title: entry.title ?? '',
    isAudio: quality === 'sound' || quality === 'mp3',
    filename,
    resolution: /^\d+p$/.test(quality) ? quality : null,
    ...{ bitrate: null, sizeBytes: null },
    thumbnailUrl: entry.thumbnail_url,
    duration: entry.duration,
    taskId,
  });
}
