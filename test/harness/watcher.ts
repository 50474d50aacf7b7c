import {
  type ClientToServerEvents,
  isFinal,
  MERGE_EVENTS,
  type MergeStatus,
  mergeStatusSchema,
  type ServerToClientEvents,
  type SubscribeAck,
} from '@dipper/contract';
import { io, type Socket } from 'socket.io-client';
import type { TestServer } from './server.js';
import { PATIENCE_MS, waitUntil } from './wait-until.js';

export interface TimedStatus extends MergeStatus {
  readonly at: number;
}

/**
 * Watches tasks over a socket in the same way as a page, and checks every update against the
 * contract.
 */
export class Watcher {
  readonly updates: TimedStatus[] = [];
  private readonly watched = new Set<string>();

  private constructor(private readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>) {
    socket.on(MERGE_EVENTS.update, (status) => {
      this.updates.push({ ...mergeStatusSchema.parse(status), at: performance.now() });
    });
  }

  /** @param rejoins whether to join the rooms again after each new connection */
  static async connect(
    server: Pick<TestServer, 'url'>,
    { rejoins = false } = {},
  ): Promise<Watcher> {
    const watcher = new Watcher(io(server.url, { transports: ['websocket'], forceNew: true }));
    if (rejoins) {
      watcher.socket.io.on('reconnect', () => watcher.rejoin());
    }
    await waitUntil(() => watcher.socket.connected, 'the socket');
    return watcher;
  }

  /** Joins the room of a task. @returns the acknowledgement */
  watch(taskId: string): Promise<SubscribeAck> {
    this.watched.add(taskId);
    return this.send({ task_id: taskId });
  }

  async send(input: unknown): Promise<SubscribeAck> {
    return (await this.socket
      .timeout(PATIENCE_MS)
      .emitWithAck(MERGE_EVENTS.subscribe, input as { task_id: string })) as SubscribeAck;
  }

  /**
   * Joins a task's room and counts the acknowledgement as an update. If the connection drops before
   * that, the next connection joins again (`rejoins`).
   */
  follow(taskId: string): void {
    this.watch(taskId).then(
      (status) => this.updates.push({ ...mergeStatusSchema.parse(status), at: performance.now() }),
      () => undefined,
    );
  }

  leave(taskId: string): void {
    this.socket.emit(MERGE_EVENTS.unsubscribe, { task_id: taskId });
  }

  /** Waits for the last update of a task. @returns all updates of the task */
  async untilEnd(taskId: string): Promise<TimedStatus[]> {
    const own = (): TimedStatus[] => this.updates.filter(({ task_id }) => task_id === taskId);
    const ended = (): boolean => own().some(({ status }) => isFinal(status));
    await waitUntil(ended, `the last update of ${taskId}`);
    return own();
  }

  /**
   * Joins the rooms of all tasks that have not ended. As on a page, the acknowledgement makes up
   * for missed updates.
   */
  private rejoin(): void {
    const ended = this.updates.filter(({ status }) => isFinal(status)).map((one) => one.task_id);
    for (const task of [...this.watched].filter((one) => !ended.includes(one))) {
      this.follow(task);
    }
  }

  close(): void {
    this.socket.disconnect();
  }
}
