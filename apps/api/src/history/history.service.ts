import type { HistoryQuery, HistoryReply } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { GrantsService } from '../extract/offers/grants.service.js';
import { KnownTasksService } from '../merge/task/known-tasks.service.js';
import { EndingsService } from './endings.service.js';
import { toHistoryItem } from './history.mapper.js';
import { HistoryRepository } from './history.repository.js';

/** What an account keeps, page by page. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly history: HistoryRepository,
    private readonly endings: EndingsService,
    private readonly tasks: KnownTasksService,
    private readonly grants: GrantsService,
  ) {}

  /** A page; one beyond the last is empty. Its pictures may be relayed for a while. */
  async list(accountId: string, query: HistoryQuery): Promise<HistoryReply> {
    await this.endings.putRight(accountId);
    const { rows, total } = await this.history.list(accountId, query);
    for (const { thumbnailUrl, thumbnailPage } of rows) {
      if (thumbnailUrl !== null && thumbnailPage !== null) {
        this.grants.grantImage(thumbnailUrl, thumbnailPage);
      }
    }
    const standings = await this.tasks.standings(rows.flatMap(({ taskId }) => taskId ?? []));
    return {
      history: rows.map((row) => toHistoryItem(row, standings.get(row.taskId ?? ''))),
      page: query.page,
      pages: Math.ceil(total / query.limit),
      total,
    };
  }

  /** @returns how many rows went. */
  clear(accountId: string): Promise<number> {
    return this.history.clear(accountId);
  }
}
