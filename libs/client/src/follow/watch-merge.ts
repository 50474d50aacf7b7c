import { LIMITS, MERGE_EVENTS, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { lifeSigns } from './life-signs.js';
import type { TaskSocket } from './task-socket.js';

/**
 * The state of the socket. When it is `down`, polling takes over: the socket did not connect within
 * 3 s, was dropped, or brought no progress for 10 s. Only polling gives up on a task, so the
 * timeout is the same with and without a socket.
 */
export type SocketLink = 'connecting' | 'up' | 'down';

interface Watching {
  readonly taskId: string;
  readonly open: () => Promise<TaskSocket>;
  /** Called on each change. The initial state is `connecting`. */
  readonly onLink: (link: SocketLink) => void;
  readonly onStatus: (status: MergeStatus) => void;
}

/**
 * Follows a task by socket. The socket counts as up once the server has acknowledged the
 * subscription with a status. Each update is sent at most once, and the server or its Redis may
 * restart in between. Therefore, the client subscribes again after a long silence. The
 * acknowledgement brings the missed status, and a dead connection is noticed.
 * @returns a cleanup function
 */
export function watchMerge(watching: Watching): () => void {
  const watch = new MergeWatch(watching);
  void watch.begin();
  return () => watch.end();
}

/** True if the message is the status of another task. */
function isOfAnother(message: unknown, { taskId }: Watching): boolean {
  const parsed = mergeStatusSchema.safeParse(message);
  return parsed.success && parsed.data.task_id !== taskId;
}

class MergeWatch {
  private ended = false;
  private link: SocketLink = 'connecting';
  private readonly isAlive = lifeSigns(0);
  private aliveAtMs = performance.now();
  private socket: TaskSocket | null = null;
  /** Fires if connecting and subscribing take too long. */
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
        if (!this.ended && !this.receive(socket, status) && !isOfAnother(status, this.watching)) {
          // The message is unreadable. Polling will find out why.
          this.tell('down');
        }
      });
    } catch {
      if (!this.ended) {
        this.tell('down');
      }
    }
  }

  end(): void {
    this.ended = true;
    this.stopTimers();
    this.socket?.close();
  }

  private subscribe(socket: TaskSocket): void {
    this.stopTimers();
    this.deadline = this.startDeadline();
    socket.emit(MERGE_EVENTS.subscribe, { task_id: this.watching.taskId }, (reply) => {
      if (this.ended) {
        return;
      }
      this.stopTimers();
      if (!this.receive(socket, reply)) {
        this.tell('down');
      }
    });
  }

  private listen(socket: TaskSocket): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.subscribe(socket), LIMITS.socketSilenceMs);
  }

  private dropped(socket: TaskSocket, reason: string): void {
    if (this.ended) {
      return;
    }
    this.stopTimers();
    this.tell('down');
    if (reason === 'io server disconnect') {
      // In all other cases, the client reconnects by itself.
      socket.connect();
    }
  }

  /** @returns false unless the message is our task's status */
  private receive(socket: TaskSocket, message: unknown): boolean {
    const parsed = mergeStatusSchema.safeParse(message);
    if (!parsed.success || parsed.data.task_id !== this.watching.taskId) {
      return false;
    }
    if (this.isAlive(parsed.data)) {
      this.aliveAtMs = performance.now();
    }
    this.watching.onStatus(parsed.data);
    // Skip this if a final status has already ended the watch.
    if (!this.ended) {
      this.tell(performance.now() - this.aliveAtMs < LIMITS.socketSilenceMs ? 'up' : 'down');
      this.listen(socket);
    }
    return true;
  }

  private tell(link: SocketLink): void {
    if (link !== this.link) {
      this.link = link;
      this.watching.onLink(link);
    }
  }

  private startDeadline(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.tell('down'), LIMITS.socketConnectMs);
  }

  private stopTimers(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.silence);
  }
}
