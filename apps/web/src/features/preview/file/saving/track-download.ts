import { type DownloadKind, platformId, track } from '../../../../site/counted-events.js';

/** Reports the platform and kind of a saved file, never its link. */
export function trackDownload(sourceUrl: string | null, kind: DownloadKind): void {
  track({ name: 'video_download', platform: platformId(sourceUrl ?? ''), kind });
}
