import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { MergeEvents } from '../merge/merge-events.js';
import { KeepingService } from './keeping.service.js';

/** Records tasks requested from accounts. A failure here does not fail the task. */
@Injectable()
export class HistoryEvents implements OnModuleInit {
  private readonly logger = new Logger(HistoryEvents.name);

  constructor(
    private readonly events: MergeEvents,
    private readonly keeping: KeepingService,
  ) {}

  onModuleInit(): void {
    this.events.on('asked', (asked) => {
      this.keeping.asked(asked).catch((err: unknown) => {
        this.logger.warn({ err }, 'A download could not be saved to the history');
      });
    });
  }
}
