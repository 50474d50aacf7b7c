import type { DomainConfig, ServiceStatus } from '@dipper/contract';
import { platformEntries } from '@dipper/site';
import { Injectable } from '@nestjs/common';
import { healthOf } from '../infra/outcomes/platform-health.js';
import { SiteSettings } from '../infra/sites/site-settings.js';
import { type KnownOutcomes, StatusRepository } from './status.repository.js';

/** How long a process reuses what it has read, in milliseconds. */
export const FRESH_MS = 10_000;

/** Reports which platforms currently work, based on the outcomes counted by all processes. */
@Injectable()
export class StatusService {
  private reading: Promise<KnownOutcomes> | null = null;
  private freshUntilMs = -Infinity;

  constructor(
    private readonly outcomes: StatusRepository,
    private readonly sites: SiteSettings,
  ) {}

  /**
   * The status of a domain's platforms, without those that are turned off.
   * @throws if the database is down
   */
  async of(config: Pick<DomainConfig, 'supportedPlatforms'>): Promise<ServiceStatus> {
    const { nowMs, waiting, periods } = await this.known();
    const platforms = platformEntries(config)
      .filter(({ id }) => !this.sites.isOff(id))
      .map(({ id, displayName: name }) => {
        const own = periods.filter(({ site }) => site === id);
        const { state, failingSinceMs, isLonger } = healthOf(own, nowMs);
        const failing_since = failingSinceMs === null ? null : isoTime(failingSinceMs);
        return { id, name, state, failing_since, is_longer: isLonger };
      });
    return { platforms, waiting, checked_at: isoTime(nowMs) };
  }

  /** Requests within a few seconds share one query. A failed query is not kept. */
  private known(): Promise<KnownOutcomes> {
    if (this.reading === null || performance.now() >= this.freshUntilMs) {
      this.freshUntilMs = performance.now() + FRESH_MS;
      const reading = this.outcomes.read().catch((error: unknown) => {
        if (this.reading === reading) {
          this.reading = null;
        }
        throw error;
      });
      this.reading = reading;
    }
    return this.reading;
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
