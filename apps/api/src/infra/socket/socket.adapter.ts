import { type ErrorReply, errorReply } from '@dipper/contract';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'socket.io';
import type { Env } from '../env/env.js';
import { clientAddress, type TrustProxy } from '../http/client-address.js';
import { refuseResponse, refuseSocket } from '../http/reply/refuse.js';
import { currentRequestId, REQUEST_ID_HEADER } from '../http/request-id.js';
import { visitorKey } from '../limits/visitor.js';
import { metrics } from '../metrics/metrics.js';
import type { Redis } from '../redis/redis.js';
import { handshakeRefusal } from './socket-handshake.js';
import { type SocketBuckets, SocketLimits } from './socket-limits.js';

type SocketEnv = Pick<Env, 'REDIS_URL' | 'PUBLIC_URL' | 'RATE_LIMIT'>;

/**
 * The socket.io adapter. If there is a Redis, a message to a room reaches the sockets of all
 * processes.
 */
export class SocketAdapter extends IoAdapter {
  private readonly connections: Redis[] = [];
  private unwatch: (() => void)[] = [];

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly env: SocketEnv,
    private readonly share: ((server: Server) => Redis[]) | null,
  ) {
    super(app);
  }

  static async create(app: NestExpressApplication, env: SocketEnv): Promise<SocketAdapter> {
    const { REDIS_URL } = env;
    if (REDIS_URL === undefined) {
      return new SocketAdapter(app, env, null);
    }
    // Imported only when needed, because most installations have no Redis.
    const { shareRooms } = await import('./shared-rooms.js');
    return new SocketAdapter(app, env, (server) => shareRooms(server, REDIS_URL));
  }

  override createIOServer(port: number, options?: Partial<ServerOptions>): Server {
    const bounded: Partial<ServerOptions> = {
      ...options,
      // Only websockets are offered (contract): polling transports would need sticky sessions.
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 4096,
      // RequestGate replies to upgrades on other paths.
      destroyUpgrade: false,
    };
    const server = super.createIOServer(port, bounded as ServerOptions);
    this.checkHandshakes(server);
    server.engine.on('headers', (headers: Record<string, string>) => {
      headers[REQUEST_ID_HEADER] = currentRequestId();
    });
    this.measure(server);
    if (this.env.RATE_LIMIT === 'on') {
      this.limitVisitors(server);
    }
    this.connections.push(...(this.share?.(server) ?? []));
    return server;
  }

  override async dispose(): Promise<void> {
    this.unwatch.forEach((stop) => stop());
    await super.dispose();
    for (const connection of this.connections) {
      connection.disconnect();
    }
  }

  private measure(server: Server): void {
    this.unwatch = [
      metrics.watchValue('dipper_sockets', () => server.engine.clientsCount),
      metrics.watchValue('dipper_watched_tasks', () => {
        // Read the adapter each time, because `share` replaces it.
        const { rooms, sids } = server.sockets.adapter;
        // Each socket also has its own room.
        return rooms.size - sids.size;
      }),
    ];
  }

  /**
   * Checks handshakes before engine.io's own checks, whose refusals are not in the contract's
   * format.
   */
  private checkHandshakes(server: Server): void {
    server.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
      if (isServerResponse(response)) {
        // This request is not an upgrade, so it can't open a websocket.
        refuseResponse(response, { code: 'INVALID_REQUEST' });
        return;
      }
      const refused = handshakeRefusal(request, {
        trusts: this.trusts(),
        publicUrl: this.env.PUBLIC_URL,
      });
      if (refused === null) {
        next();
      } else {
        refuseSocket(request.socket, { code: refused });
      }
    });
  }

  /**
   * Counts and limits each visitor's sockets and events. Runs after the handshake check, before any
   * event is handled.
   */
  private limitVisitors(server: Server): void {
    const limits = new SocketLimits();
    const visitorOf = (request: IncomingMessage): string =>
      visitorKey(clientAddress(request, this.trusts()));
    server.engine.use((request: IncomingMessage, _: unknown, next: () => void) => {
      const visitor = visitorOf(request);
      const waitMs = limits.handshake(visitor);
      if (waitMs > 0) {
        const retryAfterSeconds = Math.ceil(waitMs / 1000);
        refuseSocket(request.socket, { code: 'RATE_LIMITED', retryAfterSeconds });
        return;
      }
      request.socket.once('close', limits.opened(visitor));
      next();
    });
    const buckets = new WeakMap<object, SocketBuckets>();
    server.engine.on('connection', (connection: EngineSocket) => {
      const own = limits.ofSocket(visitorOf(connection.request));
      buckets.set(connection, own);
      connection.on('packet', () => {
        if (!own.packet()) {
          // Destroy the socket without a close frame, because a client that floods us may not be
          // reading.
          connection.request.socket.destroy();
        }
      });
    });
    server.on('connection', (socket) => {
      socket.use((event, next) => {
        const waitMs = buckets.get(socket.conn)?.event() ?? 0;
        if (waitMs === 0) {
          next();
        } else {
          refuseEvent(event, Math.ceil(waitMs / 1000));
        }
      });
    });
  }

  private trusts(): TrustProxy {
    return this.app.getHttpAdapter().getInstance().get('trust proxy fn') as TrustProxy;
  }
}

/** The part of engine.io's connection that is used here. */
interface EngineSocket {
  readonly request: IncomingMessage;
  on(event: 'packet', listener: () => void): void;
}

/**
 * Acknowledges an event with the same error that HTTP would return. If the event has no
 * acknowledgement callback, it is dropped.
 */
function refuseEvent(event: readonly unknown[], seconds: number): void {
  const acknowledge = event.at(-1);
  metrics.count('dipper_refusals_total', { code: 'RATE_LIMITED' });
  if (typeof acknowledge === 'function') {
    (acknowledge as (reply: ErrorReply) => void)(errorReply('RATE_LIMITED', { seconds }));
  }
}

/** True unless the request is an upgrade, for which engine.io passes another object. */
function isServerResponse(response: unknown): response is ServerResponse {
  return response instanceof ServerResponse;
}
