import { LIMITS, MERGE_EVENTS, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import type { MergeSocket } from './merge-socket.js';

/** `down` is when polling takes over: not up within 3 s, or dropped. */
export type SocketLink = 'connecting' | 'up' | 'down';

export interface Watching {
  readonly taskId: string;
  readonly open: () => Promise<MergeSocket>;
  readonly onLink: (link: SocketLink) => void;
  readonly onStatus: (status: MergeStatus) => void;
}

/**
 * Follows a task by socket. It counts as up once the server has acknowledged the subscription,
 * which also brings where the task stands. Updates are sent at most once (a server that restarts, a
 * Redis between two of them), so a long silence makes it subscribe again: what was missed comes with
 * the acknowledgement, and a connection that is dead without knowing it is found out.
 * @returns the end of it.
 */
export function watchMerge(watching: Watching): () => void {
  const watch = new MergeWatch(watching);
  void watch.begin();
  return () => watch.end();
}

class MergeWatch {
  private ended = false;
  private socket: MergeSocket | null = null;
  /** Until when the connection and the acknowledgement must be there. */
  private deadline: ReturnType<typeof setTimeout>;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly watching: Watching) {
    this.deadline = this.startDeadline();
  }

  async begin(): Promise<void> {
    try {
      const socket = await this.watching.open();
      this.socket = socket;
      if (this.ended) {
        socket.close();
        return;
      }
      socket.on('connect', () => this.subscribe(socket));
      socket.on('disconnect', (reason) => this.dropped(socket, reason));
      socket.on(MERGE_EVENTS.update, (status) => {
        if (!this.ended && this.receive(status)) {
          this.listen(socket);
        }
      });
    } catch {
      if (!this.ended) {
        this.watching.onLink('down');
      }
    }
  }

  end(): void {
    this.ended = true;
    this.stopTimers();
    this.socket?.close();
  }

  private subscribe(socket: MergeSocket): void {
    this.stopTimers();
    this.deadline = this.startDeadline();
    socket.emit(MERGE_EVENTS.subscribe, { task_id: this.watching.taskId }, (reply) => {
      if (this.ended) {
        return;
      }
      this.stopTimers();
      const isUp = this.receive(reply);
      this.watching.onLink(isUp ? 'up' : 'down');
      // What was received may have been the end.
      if (isUp && !this.ended) {
        this.listen(socket);
      }
    });
  }

  private listen(socket: MergeSocket): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.subscribe(socket), LIMITS.socketSilenceMs);
  }

  private dropped(socket: MergeSocket, reason: string): void {
    if (this.ended) {
      return;
    }
    this.stopTimers();
    this.watching.onLink('down');
    if (reason === 'io server disconnect') {
      // The one case in which the client does not come back by itself.
      socket.connect();
    }
  }

  /** @returns false for what is not the status of our task. */
  private receive(message: unknown): boolean {
    const parsed = mergeStatusSchema.safeParse(message);
    if (!parsed.success || parsed.data.task_id !== this.watching.taskId) {
      return false;
    }
    this.watching.onStatus(parsed.data);
    return true;
  }

  private startDeadline(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.watching.onLink('down'), LIMITS.socketConnectMs);
  }

  private stopTimers(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.silence);
  }
}
