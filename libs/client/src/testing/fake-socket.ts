import { MERGE_EVENTS, type MergeStatus, type SubscribeAck } from '@dipper/contract';
import type { TaskSocket } from '../follow/task-socket.js';

type Listener = (argument: never) => void;

/** A merge socket controlled by a test. */
export class FakeSocket implements TaskSocket {
  readonly subscriptions: string[] = [];
  closed = false;
  reconnects = 0;
  /** How subscriptions are acknowledged; undefined leaves them unanswered. */
  ack: ((taskId: string) => SubscribeAck) | undefined;
  private readonly listeners = new Map<string, Listener>();

  /** @param connects true if the socket connects by itself rather than on the test's command */
  constructor(private readonly connects = false) {}

  on(event: string, listener: Listener): this {
    this.listeners.set(event, listener);
    if (event === 'connect' && this.connects) {
      queueMicrotask(() => this.connected());
    }
    return this;
  }

  emit(
    event: string,
    input: { task_id: string },
    acknowledge: (reply: SubscribeAck) => void,
  ): this {
    if (event === MERGE_EVENTS.subscribe) {
      this.subscriptions.push(input.task_id);
      if (this.ack !== undefined) {
        acknowledge(this.ack(input.task_id));
      }
    }
    return this;
  }

  connect(): this {
    this.reconnects += 1;
    return this;
  }

  close(): this {
    this.closed = true;
    return this;
  }

  private tell(event: string, argument: unknown): void {
    this.listeners.get(event)?.(argument as never);
  }

  /** Simulates an accepted connection. */
  connected(): void {
    this.tell('connect', undefined);
  }

  dropped(reason = 'transport close'): void {
    this.tell('disconnect', reason);
  }

  update(status: MergeStatus): void {
    this.tell(MERGE_EVENTS.update, status);
  }
}

/** The sockets that pages have opened, in order. */
class FakeSockets {
  readonly all: FakeSocket[] = [];
  /** How each socket acknowledges subscriptions. */
  ack: FakeSocket['ack'];
  connects = false;

  last(): FakeSocket {
    const socket = this.all.at(-1);
    if (socket === undefined) {
      throw new Error('the page has opened no socket');
    }
    return socket;
  }

  clear(): void {
    this.all.length = 0;
    this.ack = undefined;
    this.connects = false;
  }
}

export const sockets = new FakeSockets();

/** Opens a fake socket. */
export function openFakeSocket(): TaskSocket {
  const socket = new FakeSocket(sockets.connects);
  socket.ack = sockets.ack;
  sockets.all.push(socket);
  return socket;
}
