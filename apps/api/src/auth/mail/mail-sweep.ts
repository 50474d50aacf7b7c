import { Injectable } from '@nestjs/common';
import { inBatches } from '../../infra/database/in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { DueMailsRepository } from './due-mails.repository.js';
import { MailTokenRepository } from './tokens/mail-token.repository.js';

/** Removes expired tokens and old emails, so that recipients are not stored longer than needed. */
@Injectable()
export class MailSweep {
  constructor(
    private readonly due: DueMailsRepository,
    private readonly tokens: MailTokenRepository,
  ) {}

  @Sweep({ name: 'mails', everyMs: 600_000 })
  async sweep(): Promise<void> {
    await inBatches((limit) => this.due.removeOld(limit));
    await inBatches((limit) => this.tokens.removeExpired(limit));
  }
}
