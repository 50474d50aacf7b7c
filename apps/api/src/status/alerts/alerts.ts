import { PLATFORMS } from '@dipper/media';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { type Mail, MAILER, type Mailer, MailUncertain } from '../../infra/mail/mailer.port.js';
import { healthOf } from '../../infra/outcomes/platform-health.js';
import { SiteSettings } from '../../infra/sites/site-settings.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { type KnownOutcomes, StatusRepository } from '../status.repository.js';
import { type AlertMessage, alertMessage } from './alert-message.js';
import { type AlertChannel, AlertRepository } from './alert.repository.js';
import { nextAlert, type Told } from './next-alert.js';
import { postWebhook } from './post-webhook.js';

const EVERY_MS = 60_000;

interface Receiver {
  readonly channel: AlertChannel;
  /** For the log: without a token or an address. */
  readonly name: string;
  readonly send: (message: AlertMessage) => Promise<void>;
}

/**
 * Tells the operator when a platform starts to fail, and when it works again: through a webhook, by
 * email, or both.
 */
@Injectable()
export class Alerts {
  private readonly logger = new Logger(Alerts.name);
  private readonly failed = new Set<AlertChannel>();
  /**
   * Messages that this process has sent but the database has not recorded, by channel and platform.
   */
  private readonly sent = new Map<string, Told>();

  constructor(
    private readonly outcomes: StatusRepository,
    private readonly alerts: AlertRepository,
    private readonly settings: SiteSettings,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** A message that could not be delivered is sent again in the next round. */
  @Sweep({ name: 'platform-alerts', everyMs: EVERY_MS })
  async tellNews(): Promise<void> {
    const receivers = this.receivers();
    if (receivers.length > 0) {
      const known = await this.outcomes.read();
      // Run in parallel, so that a receiver that hangs does not delay the other.
      const ends = await Promise.allSettled(receivers.map((one) => this.tell(one, known)));
      const rejected = ends.find((end) => end.status === 'rejected');
      if (rejected !== undefined) {
        throw rejected.reason;
      }
    }
  }

  private receivers(): Receiver[] {
    const { webhook, alertMail: address } = this.settings;
    const receivers: Receiver[] = [];
    if (webhook !== null) {
      receivers.push({
        channel: 'webhook',
        name: `The webhook at ${new URL(webhook).host}`,
        send: (message) => postWebhook(webhook, message),
      });
    }
    if (address !== null) {
      receivers.push({
        channel: 'mail',
        name: 'The email to alert_mail',
        send: (message) => this.mail(address, message),
      });
    }
    return receivers;
  }

  private async tell(receiver: Receiver, { nowMs, periods }: KnownOutcomes): Promise<void> {
    const { channel } = receiver;
    const told = await this.alerts.told(channel);
    for (const { id, displayName: name } of PLATFORMS) {
      const key = `${channel} ${id}`;
      const own = periods.filter(({ site }) => site === id);
      const health = healthOf(own, nowMs);
      const last = newer(told.get(id), this.sent.get(key));
      const alert = this.settings.isOff(id) ? null : nextAlert(last, health, nowMs);
      if (alert === null) {
        continue;
      }
      if (!(await this.isDelivered(receiver, alertMessage({ id, name }, health, nowMs)))) {
        // The receiver is down. Each further message could take as long to fail.
        return;
      }
      const isFailing = alert === 'failing';
      this.sent.set(key, { isFailing, atMs: nowMs });
      await this.alerts.note(channel, id, isFailing);
      this.sent.delete(key);
    }
  }

  /** Sends an email, but never again if it may have been accepted. */
  private async mail(address: string, message: AlertMessage): Promise<void> {
    const mail = alertMail(message, address, this.env.PUBLIC_URL);
    await this.mailer
      .send(mail, () => Promise.resolve())
      .catch((error: unknown) => {
        if (!(error instanceof MailUncertain)) {
          throw error;
        }
      });
  }

  private async isDelivered(
    { channel, name, send }: Receiver,
    message: AlertMessage,
  ): Promise<boolean> {
    try {
      await send(message);
      this.failed.delete(channel);
      return true;
    } catch (error) {
      if (!this.failed.has(channel)) {
        this.failed.add(channel);
        const fault = (error as Error).message;
        this.logger.warn(`${name} failed: ${fault}. Trying again every minute.`);
      }
      return false;
    }
  }
}

/** Returns the later of two records; null if there is none. */
function newer(noted: Told | undefined, sent: Told | undefined): Told | null {
  return sent !== undefined && sent.atMs > (noted?.atMs ?? 0) ? sent : (noted ?? null);
}

/**
 * The email about a platform. It comes from the installation and not from one of its sites, so it
 * has no branding.
 * @param to the operator's address
 * @param publicUrl as set by the operator; its host is the sender's unless MAIL_FROM is set
 */
function alertMail(message: AlertMessage, to: string, publicUrl: string | undefined): Mail {
  const { text, failing_since: since } = message;
  const lines = [text, since === null ? `Since ${message.at}.` : `Since ${since}.`];
  return {
    ...{ id: randomUUID(), to, subject: text, link: null },
    fromName: 'Dipper',
    fromHost: publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname,
    text: `${lines.join('\n')}\n`,
    // Platform names are ours and need no escaping.
    html: lines.map((line) => `<p>${line}</p>`).join('\n'),
  };
}
