import { type INestApplicationContext, Logger } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Server, ServerOptions } from 'socket.io';
import { connectRedis, type Redis } from './redis.js';

/** socket.io for this installation: with Redis, what one process tells a room reaches all processes. */
export class SocketAdapter extends IoAdapter {
  private readonly log = new Logger(SocketAdapter.name);
  private readonly connections: Redis[] = [];

  constructor(
    app: INestApplicationContext,
    private readonly sharedBy: string | undefined,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: Partial<ServerOptions>): Server {
    const bounded: Partial<ServerOptions> = {
      ...options,
      // Websocket only (contract): polling transports would need sticky sessions.
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 4096,
    };
    const server = super.createIOServer(port, bounded as ServerOptions);
    if (this.sharedBy !== undefined) {
      const told = (error: Error): void => this.log.warn(`Redis is away: ${error.message}`);
      // What cannot be told now is not told later: a page that missed it asks.
      const pub = connectRedis(this.sharedBy, 'socket-pub', told, { enableOfflineQueue: false });
      const sub = connectRedis(this.sharedBy, 'socket-sub', told, { maxRetriesPerRequest: null });
      this.connections.push(pub, sub);
      server.adapter(createAdapter(lenient(pub), lenient(sub)));
    }
    return server;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    for (const connection of this.connections) {
      connection.disconnect();
    }
  }
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
