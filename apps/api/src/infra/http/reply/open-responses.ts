import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ENV, type Env } from '../../env/env.module.js';
import { LEAST_FOR_REPLIES_SECONDS, Shutdown } from '../../health/shutdown.js';

/**
 * We don't wait for a reply that makes no progress for this many milliseconds; a paused player
 * requests the rest later. The time can't be shorter, because the kernel accepts about a megabyte
 * at a time for a slow visitor.
 */
const STALLED_MS = 5000;
const LOOK_MS = 50;

/**
 * Replies that have not finished. On shutdown, we wait for those that make progress, for as long as
 * merges may take (contract: 20 s after the signal), and for at least 3 s after closing has begun.
 */
@Injectable()
export class OpenResponses implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly open = new Set<ServerResponse>();
  private readonly moved = new WeakMap<ServerResponse, { bytes: number; at: number }>();
  private deadline: number | null = null;

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SHUTDOWN_GRACE_SECONDS'>,
    @Inject(Shutdown) shutdown: Pick<Shutdown, 'onBegin'>,
  ) {
    shutdown.onBegin(() => this.begin());
  }

  add(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.deadline !== null) {
      // A load balancer keeps connections for later requests, and might use this one just as we
      // close it.
      response.shouldKeepAlive = false;
    }
  }

  /**
   * True if part of a reply has been sent on this connection. Nothing else may then be written to
   * it.
   */
  isBegunOn(socket: Duplex): boolean {
    return [...this.open].some((response) => response.socket === socket && response.headersSent);
  }

  onModuleDestroy(): void {
    this.begin();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.wait(() => [...this.open]);
  }

  /**
   * Waits for the replies that are open now, but not for those to later requests. Call it when
   * closing begins.
   */
  settle(): Promise<void> {
    this.deadline = Math.max(this.deadline ?? 0, Date.now() + LEAST_FOR_REPLIES_SECONDS * 1000);
    const now = [...this.open];
    return this.wait(() => now.filter((response) => this.open.has(response)));
  }

  private begin(): void {
    this.deadline ??= Date.now() + this.env.SHUTDOWN_GRACE_SECONDS * 1000;
  }

  private async wait(pending: () => ServerResponse[]): Promise<void> {
    while (
      Date.now() < (this.deadline ?? 0) &&
      pending().some((response) => waitsForUs(response) || this.moves(response))
    ) {
      await delay(LOOK_MS);
    }
  }

  private moves(response: ServerResponse): boolean {
    const now = Date.now();
    const bytes = response.socket?.bytesWritten ?? 0;
    const last = this.moved.get(response);
    if (last?.bytes === bytes) {
      return now - last.at < STALLED_MS;
    }
    this.moved.set(response, { bytes, at: now });
    return true;
  }
}

/**
 * True if the request has arrived and everything written so far has been sent, so the client is
 * waiting for us.
 */
function waitsForUs({ req, socket, writableLength }: ServerResponse): boolean {
  return req.complete && writableLength + (socket?.writableLength ?? 0) === 0;
}
