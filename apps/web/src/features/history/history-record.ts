import { type HistoryRecord, historyRecordSchema } from '@dipper/contract';
import {
  detectPlatform,
  displayBitrate,
  extensionOf,
  fileTypeName,
  rateInFilename,
} from '@dipper/media';
import type { StartedDownload } from '../../lib/started-downloads.js';

/** What is no video although it is no sound: it has no better name than its type. */
const OTHER_TYPES = ['SRT', 'VTT', 'TXT', 'ZIP', 'GIF', 'WEBP'];
/** Of a title (contract). */
const MAX_TITLE = 1000;

/** What was chosen, in English, as the server says it, too: "720p MP4", "MP3 192 kbps", "ZIP". */
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
 * A download as the server keeps it; null for what has no source page, or cannot be kept. What comes
 * from an address or a source is cut to what the contract allows.
 */
export function historyRecord(download: StartedDownload): HistoryRecord | null {
  const { sourceUrl, title, isAudio, sizeBytes, thumbnailUrl, taskId, duration } = download;
  const record = historyRecordSchema.safeParse({
    url: sourceUrl,
    title: title
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE),
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
