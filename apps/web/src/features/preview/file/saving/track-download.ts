import { type DownloadKind, platformId, track } from '../../../../site/counted-events.js';

/** Reports a saved file by its platform and kind, never by its link. */
export function trackDownload(sourceUrl: string | null, kind: DownloadKind): void {
  track({ name: 'video_download', platform: platformId(sourceUrl ?? ''), kind });
}
