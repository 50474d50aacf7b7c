import { PLATFORMS } from '@dipper/media';
import { Injectable, Logger } from '@nestjs/common';
import { healthOf, type PlatformHealth } from '../../infra/outcomes/platform-health.js';
import { SiteSettings } from '../../infra/sites/site-settings.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { StatusRepository } from '../status.repository.js';
import { AlertRepository } from './alert.repository.js';
import { nextAlert, type Told } from './next-alert.js';
import { postWebhook } from './post-webhook.js';

const EVERY_MS = 60_000;

/** Tells the operator's webhook when a platform starts to fail, and when it works again. */
@Injectable()
export class Alerts {
  private readonly logger = new Logger(Alerts.name);
  private hasFailed = false;
  /** What this process has sent and the database has not noted. */
  private readonly sent = new Map<string, Told>();

  constructor(
    private readonly outcomes: StatusRepository,
    private readonly alerts: AlertRepository,
    private readonly settings: SiteSettings,
  ) {}

  /** A message that could not be delivered is due again the next time. */
  @Sweep({ name: 'platform-alerts', everyMs: EVERY_MS })
  async tellNews(): Promise<void> {
    const { webhook } = this.settings;
    if (webhook === null) {
      return;
    }
    const { nowMs, periods } = await this.outcomes.read();
    const told = await this.alerts.told();
    for (const { id, displayName: name } of PLATFORMS) {
      const own = periods.filter(({ site }) => site === id);
      const health = healthOf(own, nowMs);
      const last = newer(told.get(id), this.sent.get(id));
      const alert = this.settings.isOff(id) ? null : nextAlert(last, health, nowMs);
      if (alert === null) {
        continue;
      }
      if (!(await this.isDelivered(webhook, messageOf({ id, name }, health, nowMs)))) {
        // The receiver is away. Each further message could take as long to fail.
        return;
      }
      const isFailing = alert === 'failing';
      this.sent.set(id, { isFailing, atMs: nowMs });
      await this.alerts.note(id, isFailing);
      this.sent.delete(id);
    }
  }

  private async isDelivered(webhook: string, message: object): Promise<boolean> {
    try {
      await postWebhook(webhook, message);
      this.hasFailed = false;
      return true;
    } catch (error) {
      if (!this.hasFailed) {
        this.hasFailed = true;
        const { host } = new URL(webhook);
        const fault = (error as Error).message;
        this.logger.warn(`The webhook at ${host} failed: ${fault}. Trying again every minute.`);
      }
      return false;
    }
  }
}

/** The later of two notes; null if there is none. */
function newer(noted: Told | undefined, sent: Told | undefined): Told | null {
  return sent !== undefined && sent.atMs > (noted?.atMs ?? 0) ? sent : (noted ?? null);
}

/** The JSON message (docs/operator.md). */
function messageOf(
  { id, name }: { readonly id: string; readonly name: string },
  { state, failingSinceMs }: PlatformHealth,
  nowMs: number,
): object {
  const isFailing = state === 'failing';
  return {
    event: isFailing ? 'platform_failing' : 'platform_working',
    platform: id,
    name,
    failing_since: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
    at: new Date(nowMs).toISOString(),
    text: isFailing ? `Most downloads from ${name} fail.` : `Downloads from ${name} work again.`,
  };
}
