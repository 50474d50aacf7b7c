import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DueMailsRepository } from './due-mails.repository.js';
import { MailTokenRepository } from './mail-token.repository.js';

const EVERY_MS = 600_000;

/** Removes what mails have left: tokens that are no longer good, and whom mails were sent to. */
@Injectable()
export class MailSweep {
  private readonly logger = new Logger(MailSweep.name);

  constructor(
    private readonly due: DueMailsRepository,
    private readonly tokens: MailTokenRepository,
  ) {}

  @Interval(EVERY_MS)
  async sweep(): Promise<void> {
    try {
      await this.due.removeOld();
      await this.tokens.removeExpired();
    } catch (error) {
      this.logger.warn({ err: error }, 'Old mails could not be removed; next try in ten minutes');
    }
  }
}
