import { Logger } from '@nestjs/common';
import type * as z from 'zod';
import { connectRedis, type Redis } from './redis.js';

/** How long Redis is left unused after a failure, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Runs the Lua scripts that processes use to coordinate. While Redis is unavailable, and in
 * installations without it, each process decides for itself.
 */
export class RedisScripts {
  /**
   * Longest wait for a reply, in milliseconds. It is short because a visitor is waiting. Specs wait
   * longer, because the machine may be busy.
   */
  static timeoutMs = 250;

  private readonly logger = new Logger(RedisScripts.name);
  private readonly redis: Redis | null;
  private pausedUntil = 0;

  /**
   * @param url undefined in installations without Redis
   * @param what describes what the processes coordinate, for the log
   * @param scripts Lua scripts, by the name that `run` gets
   */
  constructor(url: string | undefined, what: string, scripts: Readonly<Record<string, string>>) {
    const onOutage = (error: Error): void =>
      this.logger.warn(
        `Redis is unavailable, so this process can't coordinate ${what} with other processes: ${error.message}`,
      );
    this.redis =
      url === undefined
        ? null
        : connectRedis(url, what.replaceAll(' ', '-'), onOutage, {
            enableOfflineQueue: false,
            maxRetriesPerRequest: 0,
            commandTimeout: RedisScripts.timeoutMs,
          });
    for (const [name, lua] of Object.entries(scripts)) {
      this.redis?.defineCommand(name, { lua });
    }
  }

  get isConfigured(): boolean {
    return this.redis !== null;
  }

  /**
   * Runs one of the scripts, and parses its reply.
   * @returns null if the script returns nothing, without Redis, and while Redis does not respond
   */
  async ask<T>(
    replySchema: z.ZodType<T>,
    script: string,
    keys: readonly string[],
    ...values: (number | string)[]
  ): Promise<T | null> {
    const reply = await this.run(script, keys, ...values);
    return reply === null ? null : replySchema.parse(reply);
  }

  /** Like `ask`, but returns the reply as it is. */
  async run<Name extends string>(
    script: Name,
    keys: readonly string[],
    ...values: (number | string)[]
  ): Promise<unknown> {
    if (this.redis === null || performance.now() < this.pausedUntil) {
      return null;
    }
    try {
      const names = keys.map((key) => `dipper:shared:${key}`);
      return hasScript(this.redis, script)
        ? await this.redis[script](names.length, ...names, ...values)
        : null;
    } catch {
      // `onOutage` logs each outage once. Pausing spares every request the timeout of a hung Redis.
      this.pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  close(): void {
    this.redis?.disconnect();
  }
}

/** The method that `defineCommand` adds. */
type Script = (keys: number, ...keysAndValues: (string | number)[]) => Promise<unknown>;

function hasScript<Name extends string>(
  redis: Redis,
  name: Name,
): redis is Redis & Record<Name, Script> {
  return name in redis;
}
