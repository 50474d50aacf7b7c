import { Logger } from '@nestjs/common';
import { connectRedis, type Redis } from './redis.js';

/** How long Redis is not used after a failure, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Runs the Lua scripts that processes use to coordinate. While Redis is unavailable, each process
 * decides for itself.
 */
export class RedisScripts {
  /**
   * Longest wait for a reply, in milliseconds. Short, because a visitor is waiting. Specs are more
   * patient, because the machine may be busy.
   */
  static timeoutMs = 250;

  private readonly logger = new Logger(RedisScripts.name);
  private readonly redis: Redis;
  private pausedUntil = 0;

  /**
   * @param what what the processes coordinate, for the log
   * @param scripts Lua scripts, by the name that `run` gets
   */
  constructor(url: string, what: string, scripts: Readonly<Record<string, string>>) {
    const onOutage = (error: Error): void =>
      this.logger.warn(
        `Redis is unavailable, so this process can't coordinate ${what} with other processes: ${error.message}`,
      );
    this.redis = connectRedis(url, what.replaceAll(' ', '-'), onOutage, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: RedisScripts.timeoutMs,
    });
    for (const [name, lua] of Object.entries(scripts)) {
      this.redis.defineCommand(name, { lua });
    }
  }

  /**
   * Runs one of the scripts.
   * @returns null while Redis does not respond
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
      const names = keys.map((key) => `dipper:shared:${key}`);
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
