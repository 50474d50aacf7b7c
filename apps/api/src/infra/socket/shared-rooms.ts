import { Logger } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server } from 'socket.io';
import { connectRedis, type Redis } from '../redis/redis.js';

/**
 * Shares the rooms of a server with all processes.
 * @returns the connections, to be closed after the server
 */
export function shareRooms(server: Server, redisUrl: string): Redis[] {
  const log = new Logger('Sockets');
  const onOutage = (error: Error): void => log.warn(`Redis is unavailable: ${error.message}`);
  // What cannot be sent now is not sent later: a page that missed it asks.
  const pub = connectRedis(redisUrl, 'socket-pub', onOutage, { enableOfflineQueue: false });
  const sub = connectRedis(redisUrl, 'socket-sub', onOutage, { maxRetriesPerRequest: null });
  server.adapter(createAdapter(lenient(pub), lenient(sub)));
  return [pub, sub];
}

/**
 * The adapter waits for none of its commands: one that fails while Redis is away would be an
 * unhandled rejection, which ends the process (measured: 32 s after Redis went).
 */
export function lenient(redis: Redis): Redis {
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
