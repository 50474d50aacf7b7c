import { API, type HistoryItem, type HistoryQuery, type HistoryReply } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { GrantsService } from '../extract/offers/grants.service.js';
import { KnownTasksService, type TaskState } from '../merge/task/known-tasks.service.js';
import type { Download } from './download.entity.js';
import { EndingsService } from './endings/endings.service.js';
import { HistoryRepository } from './history.repository.js';

@Injectable()
export class HistoryService {
  constructor(
    private readonly history: HistoryRepository,
    private readonly endings: EndingsService,
    private readonly tasks: KnownTasksService,
    private readonly grants: GrantsService,
  ) {}

  /**
   * Reads a page; a page beyond the last is empty. Its thumbnails come with temporary grants for
   * the relay.
   */
  async list(accountId: string, query: HistoryQuery): Promise<HistoryReply> {
    await this.endings.correctAccount(accountId);
    const { rows, total } = await this.history.list(accountId, query);
    const states = await this.tasks.states(rows.flatMap(({ taskId }) => taskId ?? []));
    return {
      history: rows.map((row) =>
        toHistoryItem(row, states.get(row.taskId ?? ''), this.grantOf(row)),
      ),
      page: query.page,
      pages: Math.ceil(total / query.limit),
      total,
    };
  }

  /**
   * A grant for a thumbnail that this deployment has issued; null for other thumbnails, which are
   * not shown.
   */
  private grantOf({ thumbnailUrl, thumbnailPage }: Download): string | null {
    return thumbnailUrl === null || thumbnailPage === null
      ? null
      : this.grants.grantImage(thumbnailUrl, thumbnailPage);
  }

  /** @returns how many rows were removed */
  clear(accountId: string): Promise<number> {
    return this.history.clear(accountId);
  }
}

/**
 * A row as the account's owner sees it.
 * @param state the state of the download's task, if the task is still known
 * @param thumbnailGrant for the thumbnail; null if it may not be relayed
 */
function toHistoryItem(
  row: Download,
  state: TaskState | undefined,
  thumbnailGrant: string | null,
): HistoryItem {
  const { id, title, url, platform, format, quality, duration, status, taskId } = row;
  const secondsLeft = status === 'completed' ? (state?.fileSecondsLeft ?? null) : null;
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
