import type { HistoryQuery, HistoryReply } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { GrantsService } from '../extract/offers/grants.service.js';
import { KnownTasksService } from '../merge/task/known-tasks.service.js';
import type { Download } from './download.entity.js';
import { EndingsService } from './endings/endings.service.js';
import { toHistoryItem } from './history.mapper.js';
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
   * Reads a page; one beyond the last is empty. Its thumbnails come with temporary grants for the
   * relay.
   */
  async list(accountId: string, query: HistoryQuery): Promise<HistoryReply> {
    await this.endings.correctAccount(accountId);
    const { rows, total } = await this.history.list(accountId, query);
    const standings = await this.tasks.states(rows.flatMap(({ taskId }) => taskId ?? []));
    return {
      history: rows.map((row) =>
        toHistoryItem(row, standings.get(row.taskId ?? ''), this.grantOf(row)),
      ),
      page: query.page,
      pages: Math.ceil(total / query.limit),
      total,
    };
  }

  /**
   * A grant for a thumbnail that this deployment has issued; null for others, which are not shown.
   */
  private grantOf({ thumbnailUrl, thumbnailPage }: Download): string | null {
    return thumbnailUrl === null || thumbnailPage === null
      ? null
      : this.grants.grantImage(thumbnailUrl, thumbnailPage);
  }

  /** @returns how many rows were removed. */
  clear(accountId: string): Promise<number> {
    return this.history.clear(accountId);
  }
}
