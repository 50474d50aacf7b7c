import { Logger } from '@nestjs/common';
import { connectRedis, type Redis } from '../redis/redis.js';

/** Longest wait for an answer, milliseconds: a visitor is waiting. */
const COMMAND_TIMEOUT_MS = 250;
/** Redis is not asked for this long after a failure, milliseconds. */
const PAUSE_MS = 1000;

/** Limits shared by all processes; while Redis is unavailable, each process counts separately. */
export class LimitsRedis {
  private readonly logger = new Logger(LimitsRedis.name);
  private readonly redis: Redis;
  private pausedUntil = 0;

  constructor(url: string, scripts: Readonly<Record<string, string>>) {
    const onOutage = (error: Error): void =>
      this.logger.warn(
        `Redis is unavailable, so each process applies its own rate limits: ${error.message}`,
      );
    this.redis = connectRedis(url, 'limits', onOutage, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    for (const [name, lua] of Object.entries(scripts)) {
      this.redis.defineCommand(name, { lua });
    }
  }

  /**
   * Runs one of the scripts.
   * @returns null while Redis does not answer
   */
  async run<T>(
    script: string,
    keys: readonly string[],
    ...values: (number | string)[]
  ): Promise<T | null> {
    if (performance.now() < this.pausedUntil) {
      return null;
    }
    try {
      const scripts = this.redis as unknown as Record<string, Script<T>>;
      const names = keys.map((key) => `dipper:limit:${key}`);
      return (await scripts[script]?.(names.length, ...names, ...values)) ?? null;
    } catch {
      // `onOutage` logs each outage once. Pausing spares every request the timeout of a hung Redis.
      this.pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** The method that `defineCommand` adds. */
type Script<T> = (keys: number, ...keysAndValues: (string | number)[]) => Promise<T>;
