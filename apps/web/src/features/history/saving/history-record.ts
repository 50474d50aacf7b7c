import { type HistoryRecord, historyRecordSchema } from '@dipper/contract';
import {
  detectPlatform,
  displayBitrate,
  extensionOf,
  fileTypeName,
  oneLine,
  rateInFilename,
} from '@dipper/media';
import type { StartedDownload } from '../../../entities/task/started-downloads.js';

/** Types that are neither video nor audio. Their label is just the type. */
const OTHER_TYPES = ['SRT', 'VTT', 'TXT', 'ZIP', 'GIF', 'WEBP'];
/** Maximum length of a title (contract). */
const MAX_TITLE = 1000;

/**
 * Describes the chosen format in English, in the server's words: "720p MP4", "MP3 192 kbps", "ZIP".
 */
export function qualityText(download: StartedDownload): string | null {
  const { isAudio, filename, resolution, bitrate } = download;
  const type = fileTypeName(extensionOf(filename ?? '') ?? '');
  if (isAudio) {
    const rate = rateInFilename(filename ?? '') ?? bitrate;
    return [type, rate === null ? '' : displayBitrate(rate)].filter(Boolean).join(' ') || null;
  }
  if (OTHER_TYPES.includes(type)) {
    return type;
  }
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? [];
  const lines = width === undefined ? null : `${Math.min(Number(width), Number(height))}p`;
  return [lines ?? resolution, type].filter(Boolean).join(' ') || null;
}

/**
 * Returns the server's record of a download; null if there is no source page or the record is not
 * valid. Values from URLs and sources are truncated to the contract's limits.
 */
export function historyRecord(download: StartedDownload): HistoryRecord | null {
  const { sourceUrl, title, isAudio, sizeBytes, thumbnailUrl, taskId, duration } = download;
  const record = historyRecordSchema.safeParse({
    url: sourceUrl,
    title: oneLine(title.slice(0, MAX_TITLE)),
    platform: detectPlatform(sourceUrl ?? '')?.id ?? null,
    format: isAudio ? 'audio' : 'video',
    quality: qualityText(download),
    file_size: sizeBytes,
    thumbnail_url: /^https?:/i.test(thumbnailUrl ?? '') ? thumbnailUrl : null,
    duration,
    task_id: taskId,
  });
  return record.success ? record.data : null;
}
