import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AsyncResource } from 'node:async_hooks';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MAILER, type Mailer, MailRefused, MailUncertain } from '../../infra/mail/mailer.port.js';
import { type ClaimedMail, DueMailsRepository } from './due-mails.repository.js';
import { MailComposer } from './content/mail-composer.js';
import { pauseSeconds } from './mail-pauses.js';

/** Number of emails sent at the same time. Most of the time is spent waiting for the mail server. */
const AT_ONCE = 4;
/**
 * How often to check for emails that other processes have queued, and for those due for a retry.
 */
const EVERY_MS = 5000;
/**
 * The range of the random delay between a request and the check for its email. By then, the
 * request's transaction has ended. The delay also keeps the work for a known address from slowing
 * down the client's next request, which would reveal that the address is known.
 */
const SOON_MS = [50, 150] as const;
/** How long emails in progress may take at shutdown, before the mailer aborts them. */
const GRACE_MS = 5000;

/** Sends due emails. Runs in every process that serves requests. */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MailSender.name);
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isClosing = false;
  /**
   * Runs outside the async context of the request, so that log lines are not attributed to the
   * request.
   */
  private readonly lookAlone = AsyncResource.bind(() => void this.look());

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(MAILER) private readonly mailer: Mailer,
    private readonly due: DueMailsRepository,
    private readonly maker: MailComposer,
  ) {}

  onApplicationBootstrap(): void {
    this.lookSoon();
  }

  /** Waits a short while for the emails in progress. All others stay in the database. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer ?? undefined);
    const done = Promise.resolve(this.looking).then(() => this.queue.onIdle());
    // Don't let an unresponsive database delay the shutdown.
    await Promise.race([done, delay(GRACE_MS, null, { ref: false })]);
  }

  /** Checks for due emails in a moment. Calls before that have no further effect. */
  lookSoon(): void {
    if (!this.isClosing && this.env.ROLE !== 'worker') {
      this.timer ??= setTimeout(
        () => {
          this.timer = null;
          this.lookAlone();
        },
        randomInt(...SOON_MS),
      ).unref();
    }
  }

  @Interval(EVERY_MS)
  async look(): Promise<void> {
    if (this.isClosing || this.env.ROLE === 'worker' || this.looking !== null) {
      return;
    }
    this.looking = this.takeAll();
    await this.looking;
    this.looking = null;
  }

  /** Claims an email for each free place in the queue. Each sent email triggers another check. */
  private async takeAll(): Promise<void> {
    const free = AT_ONCE - this.queue.pending;
    if (free === 0) {
      return;
    }
    try {
      const runId = randomBytes(8).toString('hex');
      for (const mail of await this.due.claim(runId, free)) {
        void this.queue.add(() => this.process(mail)).then(() => this.lookSoon());
      }
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The list of emails to send could not be read; trying again in 5 s',
      );
    }
  }

  private async process(mail: ClaimedMail): Promise<void> {
    try {
      await this.send(mail);
    } catch (error) {
      await this.afterFailure(mail, error).catch((problem: unknown) => {
        // The email is claimed again when its lease expires.
        this.logger.warn({ err: problem }, 'The next attempt for an email could not be scheduled');
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
      this.logger.warn({ err: problem }, 'An email was sent, but this could not be recorded');
    });
  }

  /**
   * Gives up on an email that may have arrived. To send it twice would be worse than to lose it,
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
