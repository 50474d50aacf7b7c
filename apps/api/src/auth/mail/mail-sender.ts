import { Inject, Injectable } from '@nestjs/common';
import { DueWork } from '../../infra/due-work.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MAILER, type Mailer, MailRefused, MailUncertain } from '../../infra/mail/mailer.port.js';
import { type ClaimedMail, DueMailsRepository } from './due-mails.repository.js';
import { MailComposer } from './content/mail-composer.js';
import { pauseSeconds } from '../../infra/delivery-pauses.js';

/** Number of emails sent at the same time. Most of the time is spent waiting for the mail server. */
const AT_ONCE = 4;
/**
 * The range of the random delay between a request and the check for its email. By then, the
 * request's transaction has ended. The delay also keeps the work for a known address from slowing
 * down the client's next request, which would reveal that the address is known.
 */
const SOON_MS = [50, 150] as const;

/** Sends due emails. Runs in every process that serves requests. */
@Injectable()
export class MailSender extends DueWork<ClaimedMail> {
  constructor(
    @Inject(ENV) env: Env,
    @Inject(MAILER) private readonly mailer: Mailer,
    private readonly due: DueMailsRepository,
    private readonly maker: MailComposer,
  ) {
    super({ isOurs: env.ROLE !== 'worker', atOnce: AT_ONCE, soonMs: SOON_MS });
  }

  protected claim(runId: string, limit: number): Promise<ClaimedMail[]> {
    return this.due.claim(runId, limit);
  }

  protected async process(mail: ClaimedMail): Promise<void> {
    try {
      await this.send(mail);
    } catch (error) {
      await this.afterFailure(mail, error).catch((problem: unknown) => {
        // The email is claimed again when its lease expires.
        this.logger.warn(
          { err: problem },
          'The retry of an email could not be scheduled; trying again when its lease expires',
        );
      });
    }
  }

  private async send(mail: ClaimedMail): Promise<void> {
    if (mail.isHandedOver) {
      await this.leave(mail, 'the process that sent it has ended');
      return;
    }
    const made = (await this.due.mayBeSent(mail)) ? await this.maker.make(mail) : null;
    if (made === null) {
      await this.due.drop(mail);
      return;
    }
    await this.mailer.send(made, () => this.due.handOver(mail));
    await this.due.markSent(mail).catch((problem: unknown) => {
      // The email is marked as handed over, so it won't be sent again after its lease.
      this.logger.warn(
        { err: problem },
        'An email was sent, but this could not be recorded; not sending it again',
      );
    });
  }

  /**
   * Gives up on an email that may have arrived. Sending it twice would be worse than losing it,
   * because the visitor can request another one.
   */
  private async leave(mail: ClaimedMail, reason: string): Promise<void> {
    const { kind, attempts, messageId } = mail;
    const about = { kind, attempts, messageId, reason };
    this.logger.warn(about, 'An email may have been accepted; not sending it again');
    await this.due.leave(mail);
  }

  private async afterFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    if (error instanceof MailUncertain) {
      await this.leave(mail, error.message);
      return;
    }
    const { kind, attempts, ageSeconds } = mail;
    const about = { kind, attempts, reason: (error as Error).message };
    const pause = error instanceof MailRefused ? null : pauseSeconds(attempts, ageSeconds);
    if (pause === null) {
      this.logger.error(about, 'Gave up on an email after its last attempt');
      await this.due.drop(mail);
      return;
    }
    this.logger.warn(about, `An email could not be sent; trying again in ${pause} s`);
    await this.due.postpone(mail, pause);
  }
}
