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
const OTHER_TYPES = ['srt', 'vtt', 'txt', 'zip', 'gif', 'webp'];
/** Of a title (contract). */
const MAX_TITLE = 1000;

/** What was chosen, for people and in English, as a format is found again by it: "720p", "MP3 192 kbps", "ZIP". */
export function qualityText(download: StartedDownload): string | null {
  const { isAudio, filename, resolution, bitrate } = download;
  const type = extensionOf(filename ?? '') ?? '';
  if (isAudio) {
    const rate = rateInFilename(filename ?? '') ?? bitrate;
    const words = [fileTypeName(type), rate === null ? '' : displayBitrate(rate)];
    return words.filter(Boolean).join(' ') || null;
  }
  if (OTHER_TYPES.includes(type)) {
    return fileTypeName(type);
  }
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? [];
  return width === undefined ? resolution : `${Math.min(Number(width), Number(height))}p`;
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
