import { Logger } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server } from 'socket.io';
import { connectRedis, type Redis } from '../redis/redis.js';

/**
 * Shares the rooms of a server between all processes.
 * @returns the connections, to be closed after the server
 */
export function shareRooms(server: Server, redisUrl: string): Redis[] {
  const log = new Logger('Sockets');
  const onOutage = (error: Error): void => log.warn(`Redis is unavailable: ${error.message}`);
  // Don't queue messages during an outage: a page that missed one polls.
  const pub = connectRedis(redisUrl, 'socket-pub', onOutage, { enableOfflineQueue: false });
  const sub = connectRedis(redisUrl, 'socket-sub', onOutage, { maxRetriesPerRequest: null });
  server.adapter(createAdapter(ignoreRejections(pub), ignoreRejections(sub)));
  return [pub, sub];
}

/**
 * The adapter awaits none of its commands: one that fails while Redis is away would be an unhandled
 * rejection, which ends the process (measured: 32 s after Redis went away).
 */
export function ignoreRejections(redis: Redis): Redis {
  for (const verb of [
    'publish',
    'psubscribe',
    'subscribe',
    'punsubscribe',
    'unsubscribe',
  ] as const) {
    const send = redis[verb].bind(redis) as (...parts: unknown[]) => Promise<unknown>;
    Object.assign(redis, {
      [verb]: (...parts: unknown[]) => send(...parts).catch(() => undefined),
    });
  }
  return redis;
}
