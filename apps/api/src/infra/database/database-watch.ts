import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { DATABASE_LIMITS, KEEP_ALIVE } from './database-limits.js';
import { within } from '../within.js';
import { PROBE, SteadyClient } from './steady-client.js';

/** How often to probe while the database is unavailable, in milliseconds. */
const LOOK_EVERY_MS = 500;

/**
 * Tracks whether a real Postgres responds. After a timeout, statements are refused until a
 * connection reserved for probing gets a response. Otherwise each of them would have to time out,
 * because a frozen server still accepts connections and statements.
 */
export class DatabaseWatch {
  /** Callbacks that abort the statements in progress. */
  readonly underWay = new Set<() => void>();
  private readonly logger = new Logger(DatabaseWatch.name);
  private client: SteadyClient | null = null;
  private checking: Promise<void> | null = null;
  private asking: Promise<void> | null = null;
  private away = false;
  private closed = false;
  private failedAtMs = -Infinity;

  /** @param where how to connect; null for the embedded database, which is not watched */
  constructor(private readonly where: Pick<ClientConfig, 'connectionString'> | null) {}

  /** False for the embedded database. */
  get isWatching(): boolean {
    return this.where !== null;
  }

  /** True while the database is unavailable, so that statements should not be sent. */
  get isAway(): boolean {
    return this.away;
  }

  /** Milliseconds since the last failure; Infinity if there has been none. */
  get steadyMs(): number {
    return this.away ? 0 : performance.now() - this.failedAtMs;
  }

  /** Call when a connection has failed or broken. */
  failed(): void {
    this.failedAtMs = performance.now();
  }

  /**
   * Call when a statement or a new connection has timed out. Only that connection may be broken, so
   * the database is probed.
   */
  silent(): void {
    this.failed();
    this.asking ??= this.askUntilBack().finally(() => (this.asking = null));
  }

  /**
   * Probes the database on a reserved connection. Concurrent callers share one probe.
   * @throws if the database does not respond in time
   */
  check(): Promise<void> {
    this.checking ??= within(this.ask(), DATABASE_LIMITS.probe, 'the database')
      .catch((error: unknown) => {
        this.drop();
        throw error;
      })
      .finally(() => (this.checking = null));
    return this.checking;
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private async askUntilBack(): Promise<void> {
    for (; !this.closed; await delay(LOOK_EVERY_MS, null, { ref: false })) {
      try {
        await this.check();
        break;
      } catch {
        this.giveUp();
      }
    }
    this.failed();
    if (this.away && !this.closed) {
      this.away = false;
      this.logger.warn('The database is responding again');
    }
  }

  private giveUp(): void {
    if (!this.away) {
      this.away = true;
      this.logger.warn(
        'The database is not responding; requests that need it are refused until it does',
      );
    }
    // The statements in progress will get no response.
    this.underWay.forEach((breakOff) => breakOff());
  }

  private async ask(): Promise<void> {
    const client = this.client ?? (await this.open());
    this.client ??= client;
    if (this.client !== client) {
      // The client connected only after the probe had timed out.
      await client.end();
    }
    await this.client.query(PROBE);
  }

  private async open(): Promise<SteadyClient> {
    if (this.where === null || this.closed) {
      throw new Error('the database is not watched');
    }
    const client = new SteadyClient({
      ...this.where,
      ...KEEP_ALIVE,
      application_name: 'dipper-probe',
      connectionTimeoutMillis: DATABASE_LIMITS.probe,
    });
    client.once('end', () => {
      if (this.client === client) {
        this.client = null;
      }
    });
    await client.connect();
    return client;
  }

  private drop(): void {
    // This rejects pending queries. If the other side is gone, keepalive closes the connection.
    void this.client?.end().catch(() => undefined);
    this.client = null;
  }
}
