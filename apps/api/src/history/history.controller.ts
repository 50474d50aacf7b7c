import {
  API,
  type HistoryClearedReply,
  type HistoryKeptReply,
  type HistoryQuery,
  historyQuerySchema,
  type HistoryRecord,
  historyRecordSchema,
  type HistoryReply,
} from '@dipper/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { AuthGuard, Session } from '../auth/auth.guard.js';
import type { SignedInSession } from '../infra/principal/principal.js';
import { Limited } from '../infra/limits/limited.js';
import { HistoryService } from './history.service.js';
import { DownloadRecordService } from './download-record.service.js';
import { Scope } from '../infra/principal/scope.js';

/** The history of the signed-in account. No parameter can select a different account. */
@Controller(API.history)
@UseGuards(AuthGuard)
@Limited('history')
export class HistoryController {
  constructor(
    private readonly history: HistoryService,
    private readonly records: DownloadRecordService,
  ) {}

  @Get()
  @Scope('read')
  list(
    @Session() { accountId }: SignedInSession,
    @Query({ schema: historyQuerySchema }) query: HistoryQuery,
  ): Promise<HistoryReply> {
    return this.history.list(accountId, query);
  }

  @Post()
  @HttpCode(200)
  async keep(
    @Session() { accountId }: SignedInSession,
    @Body({ schema: historyRecordSchema }) record: HistoryRecord,
    @Headers('host') host = '',
  ): Promise<HistoryKeptReply> {
    return { saved: await this.records.recordPost(accountId, record, host) };
  }

  @Delete()
  async clear(@Session() { accountId }: SignedInSession): Promise<HistoryClearedReply> {
    return { deleted: await this.history.clear(accountId) };
  }
}
