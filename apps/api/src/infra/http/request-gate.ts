import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { namesOneHost } from './host-header.js';
import { OpenResponses } from './open-responses.js';
import { type Refusal, refuseResponse, refuseSocket } from './refuse.js';

const MALFORMED: Refusal = { code: 'INVALID_REQUEST' };

/** What Node's parser gives up on, by its error's code; anything else is malformed. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'INVALID_REQUEST', status: 408 },
};

/**
 * Stands before Express and socket.io: turns down requests that do not say which host they are for,
 * and answers in the contract's shape where Node would answer by itself or not at all.
 */
@Injectable()
export class RequestGate implements OnApplicationBootstrap {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly open: OpenResponses,
  ) {}

  /** By now everything that listens to the server has been attached. */
  onApplicationBootstrap(): void {
    guardServer(this.adapter.httpAdapter.getHttpServer() as Server, this.open);
  }
}

/** Puts the checks in front of everything that listens to this server by now. */
export function guardServer(server: Server, open: OpenResponses): void {
  // Node would refuse a missing Host with an empty reply, and only where nothing is upgraded.
  Object.assign(server, { requireHostHeader: false });
  inFront(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    const passes = namesOneHost(request);
    if (!passes) {
      refuseResponse(response, MALFORMED);
    }
    return passes;
  });
  // Without sockets (a worker) Node itself answers as if no upgrade had been offered.
  if (server.listenerCount('upgrade') > 0) {
    guardUpgrades(server);
  }
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    refuseResponse(response, { ...MALFORMED, status: 417 });
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (refused.has(socket)) {
      // More of the same: it is read on so that the peer gets to see the reply.
      return;
    }
    if (!socket.writable || open.isBegunOn(socket)) {
      socket.destroy();
    } else {
      refused.add(socket);
      refuseSocket(socket, PARSER_REFUSALS[error.code ?? ''] ?? MALFORMED);
    }
  });
}

function guardUpgrades(server: Server): void {
  inFront(server, 'upgrade', (request: IncomingMessage, socket: Duplex) => {
    // Node has taken its own listener away: a reset that nobody hears of ends the process.
    socket.on('error', () => socket.destroy());
    // In development Vite's live reload listens, too, since its first request.
    const isWanted = request.url?.startsWith('/socket.io/') || server.listenerCount('upgrade') > 1;
    if (!isWanted && namesOneHost(request) && isOrdinary(request)) {
      answerWithoutUpgrade(server, request, socket);
      return false;
    }
    const passes = namesOneHost(request) && isWanted;
    if (!passes) {
      refuseSocket(socket, MALFORMED);
    }
    return passes;
  });
}

/** Java and curl offer h2c with any request; a server may ignore an upgrade (RFC 9110 §7.8). */
function isOrdinary({ method, headers }: IncomingMessage): boolean {
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return (
    (method === 'GET' || method === 'HEAD') && !hasBody && !/websocket/i.test(headers.upgrade ?? '')
  );
}

/** Answers as if no upgrade had been offered. Node has stopped to parse this connection, so it ends with the reply. */
function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end());
  server.emit('request', request, response);
}

/** Lets the listeners that an event has by now hear only of what passes. */
function inFront<T extends unknown[]>(
  server: Server,
  event: 'request' | 'upgrade',
  passes: (...args: T) => boolean,
): void {
  const behind = server.rawListeners(event);
  server.removeAllListeners(event);
  server.on(event, (...args: unknown[]) => {
    if (passes(...(args as T))) {
      behind.forEach((listener) => {
        Reflect.apply(listener, server, args);
      });
    }
  });
}
