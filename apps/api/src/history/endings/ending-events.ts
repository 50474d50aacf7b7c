import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { MergeEvents } from '../../merge/merge-events.js';
import { EndingsService } from './endings.service.js';

/**
 * Records how tasks end. A failure here does not make the task fail; missed endings are corrected
 * later.
 */
@Injectable()
export class EndingEvents implements OnModuleInit {
  private readonly logger = new Logger(EndingEvents.name);

  constructor(
    private readonly events: MergeEvents,
    private readonly endings: EndingsService,
  ) {}

  onModuleInit(): void {
    this.events.on('ended', (status) => {
      this.endings.ended(status).catch((err: unknown) => {
        this.logger.warn({ err }, 'The outcome of a download could not be saved to the history');
      });
    });
  }
}
