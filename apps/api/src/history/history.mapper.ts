import { API, type HistoryItem } from '@dipper/contract';
import type { TaskState } from '../merge/task/known-tasks.service.js';
import type { Download } from './download.entity.js';

/**
 * A row as the account's owner sees it.
 * @param standing state of the download's task, if the task is still known
 * @param thumbnailGrant for the thumbnail; null if it may not be relayed
 */
export function toHistoryItem(
  row: Download,
  standing: TaskState | undefined,
  thumbnailGrant: string | null,
): HistoryItem {
  const { id, title, url, platform, format, quality, duration, status, taskId } = row;
  const secondsLeft = status === 'completed' ? (standing?.fileSecondsLeft ?? null) : null;
  return {
    ...{ id, title, url, platform, format, quality },
    file_size: row.fileSize,
    duration,
    download_time: row.downloadedAt.toISOString(),
    status,
    thumbnail_url: row.thumbnailUrl,
    thumbnail_grant: thumbnailGrant,
    file_url: taskId === null || secondsLeft === null ? null : API.file(taskId),
    expires_in_seconds: taskId === null ? null : secondsLeft,
  };
}
