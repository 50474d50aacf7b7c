import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { MergeEvents } from '../merge/merge-events.js';
import { DownloadRecordService } from './download-record.service.js';

/** Records the tasks that accounts request. A failure here does not make the task fail. */
@Injectable()
export class HistoryEvents implements OnModuleInit {
  private readonly logger = new Logger(HistoryEvents.name);

  constructor(
    private readonly events: MergeEvents,
    private readonly records: DownloadRecordService,
  ) {}

  onModuleInit(): void {
    this.events.on('requested', (task) => {
      this.records.recordStart(task).catch((err: unknown) => {
        this.logger.warn({ err }, 'A download could not be saved to the history');
      });
    });
  }
}
