import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ENV, type Env } from '../../env/env.module.js';
import { hasBody, timeBody } from './body-deadline.js';
import type { TrustProxy } from '../client-address.js';
import { namesOneHost } from './host-header.js';
import { filterEvents } from './wrap-listeners.js';
import { serveInTurn } from './in-turn.js';
import { assignRequestIds } from '../request-id.js';
import { measureRequest } from './request-metrics.js';
import { OpenResponses } from '../reply/open-responses.js';
import { type Refusal, refuseResponse, refuseSocket } from '../reply/refuse.js';
import { shareAmongVisitors, type VisitorShare } from './visitor-share.js';

const MALFORMED: Refusal = { code: 'INVALID_REQUEST' };

/**
 * The refusals for Node's parser errors, by code. Any other error means that the request is
 * malformed.
 */
const PARSER_REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'PAYLOAD_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT' },
};

/**
 * How long the connection of a trusted proxy may be idle, in milliseconds. Node closes it after 5 s,
 * possibly at the moment when the proxy sends another request. A proxy may not repeat a POST, so the
 * visitor would get 502. This is longer than proxies keep connections themselves: nginx and Amazon's
 * balancer 60 s, Traefik 90 s, Caddy 120 s.
 */
const PROXY_IDLE_MS = 130_000;

export interface RequestBounds {
  readonly bodyTimeoutMs: number;
  readonly trusts: TrustProxy;
  /** Null if visitors are not limited. */
  readonly share: VisitorShare | null;
}

/**
 * Runs before Express and socket.io. Refuses requests without a valid host, bodies that arrive too
 * slowly, and visitors with too many open connections. The replies have the contract's format; Node
 * would reply differently or not at all.
 */
@Injectable()
export class RequestGate implements OnApplicationBootstrap {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly open: OpenResponses,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** By now, all listeners of the server have been attached. */
  onApplicationBootstrap(): void {
    const { httpAdapter } = this.adapter;
    const { BODY_TIMEOUT_SECONDS, CONNECTIONS_PER_ADDRESS, RATE_LIMIT } = this.env;
    const express = httpAdapter.getInstance<{ get(name: string): unknown }>();
    const trusts = express.get('trust proxy fn') as TrustProxy;
    guardServer(httpAdapter.getHttpServer() as Server, this.open, {
      bodyTimeoutMs: BODY_TIMEOUT_SECONDS * 1000,
      trusts,
      share: RATE_LIMIT === 'on' ? { most: CONNECTIONS_PER_ADDRESS, trusts } : null,
    });
  }
}

/** Puts the checks in front of all current listeners of a server. */
export function guardServer(
  server: Server,
  open: OpenResponses,
  { bodyTimeoutMs, trusts, share }: RequestBounds,
): void {
  if (share !== null) {
    shareAmongVisitors(server, share);
  }
  // Node would answer a missing Host with an empty reply, and would not check upgrades at all.
  Object.assign(server, { requireHostHeader: false });
  filterEvents(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.socket.writable) {
      // The previous request was refused, and its connection is about to be closed.
      return false;
    }
    open.add(response);
    if (trusts(request.socket.remoteAddress ?? '', 0)) {
      response.once('finish', () => keepForProxy(request.socket));
    }
    measureRequest(request, response);
    const passes = namesOneHost(request) && !isNeedlessBody(request);
    if (passes) {
      timeBody(request, response, bodyTimeoutMs);
    } else {
      refuseResponse(response, MALFORMED);
    }
    return passes;
  });
  // A request may get its turn when the previous one ends, so its id is set inside `serveInTurn`.
  assignRequestIds(server, 'request');
  // This filter is the outermost, so that a waiting request is neither checked nor timed before its
  // turn.
  serveInTurn(server);
  // If there are no sockets (in a worker), Node ignores the upgrades that clients offer.
  if (server.listenerCount('upgrade') > 0) {
    guardUpgrades(server);
    assignRequestIds(server, 'upgrade');
  }
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    refuseResponse(response, { ...MALFORMED, status: 417 });
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (refused.has(socket)) {
      // This is further data of the same request. Keep reading, so that the client gets the reply.
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

/** Must be called after Node's own listener, which has set the timeout if the connection is idle. */
function keepForProxy(socket: Socket): void {
  if ((socket.timeout ?? 0) > 0) {
    socket.setTimeout(PROXY_IDLE_MS);
  }
}

/**
 * No route accepts a body with these methods, and clients should not send one (RFC 9110 §9.3.1).
 */
function isNeedlessBody({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && hasBody(headers);
}

function guardUpgrades(server: Server): void {
  const restoreListeners = keepListeners(server);
  filterEvents(server, 'upgrade', (request: IncomingMessage, socket: Duplex) => {
    // Node has removed its own error listener, so a reset would end the process.
    socket.on('error', () => socket.destroy());
    // In development, Vite's live reload also listens for upgrades after its first request.
    const isWanted = request.url?.startsWith('/socket.io/') || server.listenerCount('upgrade') > 1;
    if (!isWanted && namesOneHost(request) && isOrdinary(request)) {
      restoreListeners(socket);
      answerWithoutUpgrade(server, request, socket as Socket);
      return false;
    }
    const passes = namesOneHost(request) && isWanted;
    if (!passes) {
      refuseSocket(socket, MALFORMED);
    }
    return passes;
  });
}

/**
 * True for a request that can be answered without the upgrade. Java and curl offer h2c with any
 * request, and a server may ignore an upgrade (RFC 9110 §7.8).
 */
function isOrdinary({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !hasBody(headers) && !/websocket/i.test(headers.upgrade ?? '');
}

/**
 * Before an upgrade, Node removes its own listeners from the connection. Without them, a reply hangs
 * as soon as the client reads more slowly than we write, and has no time limit.
 * @returns a function that puts them back
 */
function keepListeners(server: Server): (socket: Duplex) => void {
  type Listener = (...args: unknown[]) => void;
  const kept = new WeakMap<Duplex, { readonly event: string; readonly listener: Listener }[]>();
  // Node's own listener for connections is the first, so by now it has added its listeners.
  server.on('connection', (socket: Socket) => {
    const listenersOf = (event: string): { event: string; listener: Listener }[] =>
      socket.listeners(event).map((listener) => ({ event, listener: listener as Listener }));
    kept.set(socket, [...listenersOf('drain'), ...listenersOf('timeout')]);
  });
  return (socket) => {
    kept.get(socket)?.forEach(({ event, listener }) => socket.on(event, listener));
  };
}

/**
 * Replies as if no upgrade had been offered. Node no longer parses requests on this connection, so
 * it ends with the reply.
 */
function answerWithoutUpgrade(server: Server, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.destroySoon());
  // As for other requests: a client that has closed its side gets no more. Only reading shows it.
  socket.once('end', () => socket.end()).resume();
  server.emit('request', request, response);
}
