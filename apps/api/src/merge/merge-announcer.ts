import type { ServerToClientEvents } from '@dipper/contract';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Server } from 'socket.io';
import { ENV, type Env } from '../infra/env/env.module.js';
import type { Redis } from '../infra/redis/redis.js';
import { shareRooms } from '../infra/socket/shared-rooms.js';
import { announceProgress } from './announce-progress.js';
import { MergeEvents } from './merge-events.js';

/** Lets a process without sockets send live progress to rooms on other processes. */
@Injectable()
export class MergeAnnouncer implements OnModuleInit, OnApplicationShutdown {
  private readonly server = new Server<Record<string, never>, ServerToClientEvents>();
  private connections: readonly Redis[] = [];

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'REDIS_URL'>,
    private readonly events: MergeEvents,
  ) {}

  onModuleInit(): void {
    if (this.env.REDIS_URL !== undefined) {
      this.connections = shareRooms(this.server, this.env.REDIS_URL);
    }
    announceProgress(this.events, this.server);
  }

  onApplicationShutdown(): void {
    this.connections.forEach((connection) => connection.disconnect());
  }
}
