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

/**
 * If a reply makes no progress for this long, we don't wait for it; a paused player requests the
 * rest later. This can't be shorter: for a slow visitor, the kernel accepts about a megabyte at a
 * time.
 */
const STALLED_MS = 5000;
const LOOK_MS = 50;

/** The replies that have not finished. At shutdown, we wait for those that make progress. */
@Injectable()
export class OpenResponses implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly open = new Set<ServerResponse>();
  private readonly moved = new WeakMap<ServerResponse, { bytes: number; at: number }>();
  private deadline = 0;

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'SHUTDOWN_GRACE_SECONDS'>) {}

  add(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
  }

  /**
   * True if part of a reply has been sent on this connection. Nothing else may then be written to
   * it.
   */
  isBegunOn(socket: Duplex): boolean {
    return [...this.open].some((response) => response.socket === socket && response.headersSent);
  }

  /** Gives replies the same grace period as merges (contract: 20 s), counted from the shutdown. */
  onModuleDestroy(): void {
    this.deadline = Date.now() + this.env.SHUTDOWN_GRACE_SECONDS * 1000;
  }

  async beforeApplicationShutdown(): Promise<void> {
    while (Date.now() < this.deadline && [...this.open].some((response) => this.moves(response))) {
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
