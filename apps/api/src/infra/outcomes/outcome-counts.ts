import type { ErrorCode } from '@dipper/contract';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHmac, randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { siteOf } from '../sites/site.js';
import { Sweep } from '../sweeps/sweeps.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { KEPT_MS, PERIOD_MS, RECENT_MS } from './platform-health.js';

const STORE_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;
/**
 * How many links to remember from the current period, and how many visitors from the last hours.
 */
const KEPT_LINKS = 5_000;
const KEPT_VISITORS = 50_000;

/** SQL for the start of the current period, by the database's clock. */
const THIS_PERIOD = `to_timestamp(floor(extract(epoch FROM now()) * 1000 / ${PERIOD_MS}) * ${PERIOD_MS} / 1000)`;

/**
 * The parameters are $1 sites, $2 successes and $3 failures of each site. The rows are sorted, so
 * that processes can't deadlock.
 */
const ADD = `
  INSERT INTO platform_outcome AS known (begun_at, site, worked, failed)
  SELECT ${THIS_PERIOD}, site, worked, failed
  FROM unnest($1::text[], $2::int[], $3::int[]) AS news (site, worked, failed) ORDER BY site
  ON CONFLICT (begun_at, site) DO UPDATE
  SET worked = known.worked + excluded.worked, failed = known.failed + excluded.failed`;

/** SQL condition on a row of `platform_outcome`. */
export const IS_KEPT = `begun_at > now() - interval '${KEPT_MS / 1000} seconds'`;

/**
 * Counts how searches and tasks end on each platform. Each process counts in memory and adds its
 * counts to the database every few seconds.
 */
@Injectable()
export class OutcomeCounts implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(OutcomeCounts.name);
  private counts = new Map<string, Record<Outcome, number>>();
  /** Links already counted. Repeated attempts with one broken link must not look like an outage. */
  private readonly counted = new LRUCache<string, true>({ max: KEPT_LINKS, ttl: PERIOD_MS });
  /** Visitors whose failure on a site has been counted, hashed with a key that is never stored. */
  private readonly failed = new LRUCache<string, true>({ max: KEPT_VISITORS, ttl: RECENT_MS });
  private readonly hashKey = randomBytes(32);
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly source: DataSource) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.store(), STORE_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer ?? undefined);
    await this.store();
  }

  /**
   * Records how the search for a page, or a task, ended. Each link counts once per period and
   * outcome. A failure also counts only once per visitor and site while outcomes are recent:
   * made-up links from one visitor must not make a platform appear to be failing. Sites that are
   * not in our list do not count.
   * @param pageUrl the page; kept in memory only
   * @param code the error; null if it succeeded
   * @param visitors the keys of the visitors who wait for it; empty if unknown
   */
  note(pageUrl: string, code: ErrorCode | null, visitors: Iterable<string>): void {
    const outcome = outcomeOf(code);
    const site = siteOf(pageUrl);
    const key = `${outcome} ${pageUrl}`;
    if (outcome === null || site === 'other' || this.counted.has(key)) {
      return;
    }
    if (outcome === 'failed' && !this.isNewTo(site, visitors)) {
      return;
    }
    this.counted.set(key, true);
    const known = this.counts.get(site) ?? { worked: 0, failed: 0 };
    known[outcome] += 1;
    this.counts.set(site, known);
  }

  /**
   * Remembers the visitors.
   * @returns false if a failure on the site has already been counted for each of them
   */
  private isNewTo(site: string, visitors: Iterable<string>): boolean {
    const keys = [...visitors].map((visitor) =>
      createHmac('sha256', this.hashKey).update(`${site} ${visitor}`).digest('base64url'),
    );
    const isNew = keys.some((key) => !this.failed.has(key));
    keys.forEach((key) => this.failed.set(key, true, { noUpdateTTL: true }));
    return isNew;
  }

  /** Adds the counts to the database. If it is down, they are kept for the next attempt. */
  async store(): Promise<void> {
    const { counts } = this;
    if (counts.size === 0) {
      return;
    }
    this.counts = new Map();
    const rows = [...counts.values()];
    try {
      await this.source.query(ADD, [
        [...counts.keys()],
        rows.map(({ worked }) => worked),
        rows.map(({ failed }) => failed),
      ]);
    } catch (err) {
      this.logger.warn({ err }, 'Platform outcomes could not be stored; trying again soon');
      for (const [site, { worked, failed }] of counts) {
        const newer = this.counts.get(site) ?? { worked: 0, failed: 0 };
        this.counts.set(site, { worked: newer.worked + worked, failed: newer.failed + failed });
      }
    }
  }

  @Sweep({ name: 'platform-outcomes', everyMs: SWEEP_EVERY_MS })
  async sweep(): Promise<void> {
    await this.source.query(`DELETE FROM platform_outcome WHERE NOT (${IS_KEPT})`);
  }
}
