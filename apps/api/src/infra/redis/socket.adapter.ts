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
      const [pub, sub] = ['socket-pub', 'socket-sub'].map((name) =>
        connectRedis(this.sharedBy ?? '', name, (error) =>
          this.log.warn(`Redis is away: ${error.message}`),
        ),
      );
      this.connections.push(...[pub, sub].filter((connection) => connection !== undefined));
      server.adapter(createAdapter(pub, sub));
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
