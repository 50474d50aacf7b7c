import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { MergeEvents } from '../merge/merge-events.js';
import { EndingsService } from './endings.service.js';
import { KeepingService } from './keeping.service.js';

/** Hears what happens to tasks. A failure here is none of the task's: what is missed is put right later. */
@Injectable()
export class HistoryEvents implements OnModuleInit {
  private readonly logger = new Logger(HistoryEvents.name);

  constructor(
    private readonly events: MergeEvents,
    private readonly keeping: KeepingService,
    private readonly endings: EndingsService,
  ) {}

  onModuleInit(): void {
    this.events.on('asked', (asked) => this.note(this.keeping.asked(asked)));
    this.events.on('ended', (status) => this.note(this.endings.ended(status)));
  }

  private note(noting: Promise<void>): void {
    noting.catch((err: unknown) => {
      this.logger.warn({ err }, 'A download was not noted in the history');
    });
  }
}
