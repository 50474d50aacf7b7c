import {
  type ClientToServerEvents,
  MERGE_EVENTS,
  type ServerToClientEvents,
} from '@dipper/contract';
import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Server } from 'socket.io';
import { queuedStatus } from './task/task-status.js';
import { WaitingLine } from './waiting-line.js';

const TELL_EVERY_MS = 2000;
const NOTE_EVERY_MS = 60_000;

/**
 * Sends queue positions to the rooms of this process, and records in the database which tasks are
 * being watched.
 */
@WebSocketGateway()
export class LineGateway {
  @WebSocketServer()
  private readonly server: Server<ClientToServerEvents, ServerToClientEvents> | undefined;

  private readonly logger = new Logger(LineGateway.name);
  private told: ReadonlyMap<string, number> = new Map();
  private busy = false;

  constructor(private readonly line: WaitingLine) {}

  @Interval(TELL_EVERY_MS)
  async sendPlaces(): Promise<void> {
    const rooms = this.rooms();
    if (rooms.length === 0 || this.busy) {
      return;
    }
    this.busy = true;
    try {
      const places = await this.line.places();
      const waiting = rooms.flatMap((room) => places.get(room) ?? []);
      for (const place of waiting) {
        if (this.told.get(place.taskId) !== place.place) {
          // Emit only to this process's sockets, because the other processes serve their own.
          this.server?.local.to(place.taskId).emit(MERGE_EVENTS.update, queuedStatus(place));
        }
      }
      this.told = new Map(waiting.map(({ taskId, place }) => [taskId, place]));
    } catch (error) {
      this.logger.warn({ err: error }, 'The places in line could not be sent; trying again soon');
    } finally {
      this.busy = false;
    }
  }

  /** Records which tasks are being watched, so that they don't count as abandoned. */
  @Interval(NOTE_EVERY_MS)
  async noteWatched(): Promise<void> {
    const rooms = this.rooms();
    if (rooms.length > 0) {
      await this.line
        .noteViewers(rooms)
        .catch((error: unknown) =>
          this.logger.warn(
            { err: error },
            'The watched tasks could not be recorded; trying again soon',
          ),
        );
    }
  }

  /**
   * The ids of the tasks that are watched in this process. The rooms that Socket.IO creates for
   * each socket's own id are left out.
   */
  private rooms(): string[] {
    const adapter = this.server?.sockets.adapter;
    return adapter === undefined
      ? []
      : [...adapter.rooms.keys()].filter((room) => !adapter.sids.has(room));
  }
}
