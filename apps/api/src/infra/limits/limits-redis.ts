import { Logger } from '@nestjs/common';
import { connectRedis, type Redis } from '../redis/redis.js';

/** Longest wait for an answer, milliseconds: a visitor waits along. */
const COMMAND_TIMEOUT_MS = 250;
/** After a failure Redis is left alone for so long, milliseconds. */
const PAUSE_MS = 1000;

/** Where processes count together; while Redis is away, each counts by itself. */
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
      // Said once for each outage, by onOutage; one that hangs is not asked for every request.
      this.pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** What `defineCommand` adds. */
type Script<T> = (keys: number, ...keysAndValues: (string | number)[]) => Promise<T>;
