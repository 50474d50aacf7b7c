import { Logger } from '@nestjs/common';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server } from 'socket.io';
import { connectRedis, type Redis } from '../redis/redis.js';

/**
 * Makes messages to the rooms of a server reach the sockets of all processes.
 * @returns the connections, which must be closed after the server
 */
export function shareRooms(server: Server, redisUrl: string): Redis[] {
  const log = new Logger('Sockets');
  const onOutage = (error: Error): void =>
    log.warn(`Redis is unavailable, so pages poll for progress: ${error.message}`);
  // Don't queue messages during an outage. A page that missed a message polls.
  const pub = connectRedis(redisUrl, 'socket-pub', onOutage, { enableOfflineQueue: false });
  const sub = connectRedis(redisUrl, 'socket-sub', onOutage, { maxRetriesPerRequest: null });
  server.adapter(createAdapter(ignoreRejections(pub), ignoreRejections(sub)));
  return [pub, sub];
}

/**
 * Handles the rejections of the adapter's commands, because the adapter awaits none of them. A
 * command that fails while Redis is unavailable would cause an unhandled rejection, which ends the
 * process (measured: 32 s after Redis stopped).
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
