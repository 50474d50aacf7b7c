import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ENV, type Env } from '../env/env.module.js';
import { hasBody, timeBody } from './body-deadline.js';
import type { TrustProxy } from './client-address.js';
import { namesOneHost } from './host-header.js';
import { inFront } from './in-front.js';
import { OpenResponses } from './open-responses.js';
import { type Refusal, refuseResponse, refuseSocket } from './refuse.js';
import { shareAmongVisitors, type VisitorShare } from './visitor-share.js';

const MALFORMED: Refusal = { code: 'INVALID_REQUEST' };

/** What Node's parser gives up on, by its error's code; anything else is malformed. */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT' },
};

/** What a request may take of us before anything looks at it. */
export interface RequestBounds {
  readonly bodyTimeoutMs: number;
  /** Null: visitors are not limited. */
  readonly share: VisitorShare | null;
}

/**
 * Stands before Express and socket.io: turns down requests that do not say which host they are for,
 * bodies that trickle, and visitors who hold too much open, and answers in the contract's shape where Node would answer by itself or not at all.
 */
@Injectable()
export class RequestGate implements OnApplicationBootstrap {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly open: OpenResponses,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** By now everything that listens to the server has been attached. */
  onApplicationBootstrap(): void {
    const { httpAdapter } = this.adapter;
    const { BODY_TIMEOUT_SECONDS, CONNECTIONS_PER_ADDRESS, RATE_LIMIT } = this.env;
    const express = httpAdapter.getInstance<{ get(name: string): unknown }>();
    const trusts = express.get('trust proxy fn') as TrustProxy;
    guardServer(httpAdapter.getHttpServer() as Server, this.open, {
      bodyTimeoutMs: BODY_TIMEOUT_SECONDS * 1000,
      share: RATE_LIMIT === 'on' ? { most: CONNECTIONS_PER_ADDRESS, trusts } : null,
    });
  }
}

/** Puts the checks in front of everything that listens to this server by now. */
export function guardServer(
  server: Server,
  open: OpenResponses,
  { bodyTimeoutMs, share }: RequestBounds,
): void {
  if (share !== null) {
    shareAmongVisitors(server, share);
  }
  // Node would refuse a missing Host with an empty reply, and only where nothing is upgraded.
  Object.assign(server, { requireHostHeader: false });
  inFront(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    const passes = namesOneHost(request) && !isNeedlessBody(request);
    if (passes) {
      timeBody(request, response, bodyTimeoutMs);
    } else {
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

/** No route takes a body with these, and clients of HTTP should not send one (RFC 9110 §9.3.1). */
function isNeedlessBody({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && hasBody(headers);
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
