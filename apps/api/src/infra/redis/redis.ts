import { Redis, type RedisOptions } from 'ioredis';
import { metrics } from '../metrics/metrics.js';

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

/** Commands that wait for something to happen, and those that only check the connection. */
const NOT_MEASURED = /^(b[lrz]\w+|p?subscribe|p?unsubscribe|ping|info|client|auth|select|hello)$/i;

type Command = Parameters<Redis['sendCommand']>[0];

/**
 * Reports how long each command on a connection takes.
 * @param client what the connection is for
 */
export function measureCommands(redis: Redis, client: string): void {
  const send = redis.sendCommand.bind(redis) as (...given: unknown[]) => unknown;
  redis.sendCommand = (command: Command, ...rest: unknown[]) => {
    const answer = send(command, ...rest);
    if (!NOT_MEASURED.test(command.name)) {
      const seconds = metrics.clock();
      const end = (outcome: string) => () =>
        metrics.observe('dipper_redis_command_duration_seconds', { client, outcome }, seconds());
      (command.promise as Promise<unknown>).then(end('ok'), end('failed'));
    }
    return answer;
  };
}
