import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  RequestError,
  Server,
  type PrepareRequestFunctionOpts,
  type PrepareRequestFunctionResult,
} from 'proxy-chain';
import { ConnectedSocketAgent, tunnelTo } from './connected-socket.js';
import type { Site } from '../sites/site.js';
import { EgressRefused, toEgressError } from './egress-error.js';
import { bareHost, checkUrl, urlPort, type EgressRefusal } from './egress-policy.js';
import { EgressService } from './egress.service.js';

const HOST = '127.0.0.1';
/** Closes a connection of a child after this long without data in either direction. */
const IDLE_TIMEOUT_MS = 60_000;

export interface ProxySession {
  /** The URL for `--proxy` and similar options. It contains the credentials, so never log it. */
  readonly proxyUrl: string;
  /** Why the first refused request of this child was refused; null if none was refused. */
  refused(): EgressRefusal | null;
  /** Aborted when the child has received more than its limit. Its connections are then closed. */
  readonly overspent: AbortSignal;
  /** Revokes the credentials, and closes all connections that were opened with them. */
  close(): void;
}

interface Session {
  password: Buffer;
  via: Site;
  refusal: EgressRefusal | null;
  sockets: Set<Socket>;
  /** The number of bytes that the child may still receive. */
  bytesLeft: number;
  overspent: AbortController;
}

/**
 * The filtering forward proxy for child processes. It listens on loopback and handles http (in
 * absolute form) and everything else (CONNECT). proxy-chain only speaks the protocol and never
 * opens a connection itself. Each request either gets a socket that the guard has opened, or is
 * answered with 403 (refused), 504 (timeout) or 502 (failed).
 */
@Injectable()
export class ForwardProxy implements OnModuleInit, OnApplicationShutdown {
  private readonly sessions = new Map<string, Session>();
  private readonly server = new Server({
    host: HOST,
    port: 0,
    authRealm: 'egress',
    prepareRequestFunction: (request) => this.prepare(request),
  });

  constructor(private readonly egress: EgressService) {}

  async onModuleInit(): Promise<void> {
    await this.server.listen();
    this.egress.addOwnEndpoint(`${HOST}:${this.server.port}`);
  }

  async onApplicationShutdown(): Promise<void> {
    for (const username of [...this.sessions.keys()]) {
      this.endSession(username);
    }
    await this.server.close(true);
  }

  /**
   * Creates credentials for one child, which are valid until `close`.
   * @param via the site that the child reads; its connections use the operator's proxy for that
   * site, if there is one
   * @param receivedBytes limit for all connections of the child together, including headers and TLS
   */
  openSession(via: Site = 'other', receivedBytes = Infinity): ProxySession {
    const username = randomBytes(16).toString('hex');
    const password = randomBytes(24).toString('base64url');
    const session: Session = {
      password: Buffer.from(password),
      via,
      refusal: null,
      sockets: new Set(),
      bytesLeft: receivedBytes,
      overspent: new AbortController(),
    };
    this.sessions.set(username, session);
    return {
      proxyUrl: `http://${username}:${password}@${HOST}:${this.server.port}`,
      refused: () => session.refusal,
      overspent: session.overspent.signal,
      close: () => this.endSession(username),
    };
  }

  private async prepare(
    request: PrepareRequestFunctionOpts,
  ): Promise<PrepareRequestFunctionResult> {
    const session = this.authenticated(request);
    if (!session) {
      return { requestAuthentication: true };
    }
    const source = request.request.socket;
    this.track(session, source);
    const target = await this.dial(request, session);
    if (
      session.overspent.signal.aborted ||
      source.destroyed ||
      session !== this.sessions.get(request.username)
    ) {
      target.destroy();
      throw new RequestError('closed', 502);
    }
    this.track(session, target);
    meter(target, (bytes) => spend(session, bytes));
    target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy());
    return request.isHttp
      ? { httpAgent: new ConnectedSocketAgent(target) }
      : { customConnectServer: tunnelTo(target) };
  }

  private async dial(request: PrepareRequestFunctionOpts, session: Session): Promise<Socket> {
    const { isHttp, hostname, port } = request;
    try {
      // CONNECT contains no scheme. As an http URL, its host is normalized like any other (0x7f.1
      // is 127.0.0.1).
      const raw = isHttp ? (request.request.url ?? '') : `http://${hostname}:${port}/`;
      const verdict = checkUrl(raw, this.egress.policy);
      if (!verdict.ok) {
        throw new EgressRefused(verdict.reason, hostname);
      }
      const { url } = verdict;
      const target = { host: bareHost(url.hostname), port: urlPort(url) };
      return await this.egress.dial(target, session.via);
    } catch (error) {
      throw answerFor(error, session);
    }
  }

  private authenticated({ username, password }: PrepareRequestFunctionOpts): Session | null {
    const session = this.sessions.get(username);
    const given = Buffer.from(password);
    return session?.password.length === given.length && timingSafeEqual(session.password, given)
      ? session
      : null;
  }

  private track({ sockets }: Session, socket: Socket): void {
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
  }

  private endSession(username: string): void {
    const session = this.sessions.get(username);
    this.sessions.delete(username);
    session?.sockets.forEach((socket) => socket.destroy());
  }
}

/** Records a refusal in the session, and returns the response for the child. */
function answerFor(error: unknown, session: Session): RequestError {
  const failure = toEgressError(error);
  if (failure instanceof EgressRefused) {
    session.refusal ??= failure.reason;
    return new RequestError(failure.reason, 403);
  }
  return new RequestError(failure.reason, failure.reason === 'timeout' ? 504 : 502);
}

/**
 * Subtracts received bytes from a child's limit. Closes the child's connections when the limit is
 * exceeded.
 */
function spend(session: Session, bytes: number): void {
  session.bytesLeft -= bytes;
  if (session.bytesLeft < 0 && !session.overspent.signal.aborted) {
    session.overspent.abort();
    session.sockets.forEach((socket) => socket.destroy());
  }
}

/**
 * Counts the bytes that a socket receives. Starts when the socket gets its first reader, because an
 * earlier listener would start the flow of data.
 */
function meter(socket: Socket, onBytes: (bytes: number) => void): void {
  const start = (event: string | symbol): void => {
    if (event === 'data') {
      socket.off('newListener', start);
      socket.on('data', (chunk: Buffer) => onBytes(chunk.length));
    }
  };
  socket.on('newListener', start);
}
