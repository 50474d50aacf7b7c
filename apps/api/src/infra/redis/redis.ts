import { Redis, type RedisOptions } from 'ioredis';
import { measureCommands } from './measure-commands.js';

export type { Redis } from 'ioredis';

/**
 * In milliseconds. After this time, a Redis that accepts commands but does not reply is
 * disconnected, because the pending commands would fill our memory.
 */
const SILENCE_MS = 10_000;

/**
 * A connection to Redis that never throws in an event handler. While Redis is unavailable, it keeps
 * reconnecting and reports each outage once.
 * @param name shown by `CLIENT LIST`
 */
export function connectRedis(
  url: string,
  name: string,
  onOutage: (error: Error) => void,
  options: RedisOptions = {},
): Redis {
  const redis = new Redis(url, {
    connectionName: `dipper-${name}`,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2000),
    keepAlive: 10_000,
    socketTimeout: SILENCE_MS,
    ...options,
  });
  measureCommands(redis, name);
  let away = false;
  redis.on('error', (error) => {
    if (!away) {
      away = true;
      onOutage(error);
    }
  });
  redis.on('ready', () => {
    away = false;
  });
  return redis;
}
