import { Module } from '@nestjs/common';
import { join } from 'node:path';
import { ENV, type Env } from '../env/env.module.js';
import { MAILER, type Mailer } from './mailer.port.js';
import { OutboxMailer } from './outbox.mailer.js';

async function createMailer({ SMTP_URL, MAIL_FROM, DATA_DIR }: Env): Promise<Mailer> {
  if (SMTP_URL === undefined) {
    return new OutboxMailer(join(DATA_DIR, 'outbox'), MAIL_FROM);
  }
  const { SmtpMailer } = await import('./smtp.mailer.js');
  return new SmtpMailer(SMTP_URL, MAIL_FROM);
}

/**
 * Sends emails over SMTP if the operator has configured it, and otherwise writes them to the outbox
 * folder.
 */
@Module({
  providers: [{ provide: MAILER, inject: [ENV], useFactory: createMailer }],
  exports: [MAILER],
})
export class MailModule {}
