import type { ListEntry, ListQuality } from '@dipper/contract';
import { noteDownload } from '../../../../lib/started-downloads.js';

interface MadeOfEntry {
  readonly quality: ListQuality;
  readonly taskId: string;
  readonly filename: string;
}

/** Reports that an entry of a list is made; a picture is neither video nor sound. */
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
