import { Redis, type RedisOptions } from 'ioredis';

export type { Redis } from 'ioredis';

/**
 * A connection to Redis that never throws out of an event handler: while Redis is away it keeps
 * trying, and says so once for each outage.
 * @param name shown by `CLIENT LIST`.
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
    ...options,
  });
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
