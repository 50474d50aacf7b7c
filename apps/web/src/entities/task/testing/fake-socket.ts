import { MERGE_EVENTS, type MergeStatus, type SubscribeAck } from '@dipper/contract';
import type { MergeSocket } from '../follow/merge-socket.js';

type Listener = (argument: unknown) => void;

/** A merge socket controlled by a test. */
export class FakeSocket {
  readonly subscriptions: string[] = [];
  closed = false;
  reconnects = 0;
  /** How subscriptions are acknowledged; undefined leaves them unanswered. */
  ack: ((taskId: string) => SubscribeAck) | undefined;
  private readonly listeners = new Map<string, Listener>();

  /** @param connects whether the socket connects by itself rather than when the test says so */
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

  /** Simulates an accepted connection. */
  connected(): void {
    this.listeners.get('connect')?.(undefined);
  }

  dropped(reason = 'transport close'): void {
    this.listeners.get('disconnect')?.(reason);
  }

  update(status: MergeStatus): void {
    this.listeners.get(MERGE_EVENTS.update)?.(status);
  }

  /** Returns this socket as the type that the code under test uses. */
  asMergeSocket(): MergeSocket {
    return this as unknown as MergeSocket;
  }
}

/** Sockets opened by pages, in order. */
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

/** Replaces merge-socket.ts in specs (jest.config.mjs). */
export function openMergeSocket(): MergeSocket {
  const socket = new FakeSocket(sockets.connects);
  socket.ack = sockets.ack;
  sockets.all.push(socket);
  return socket.asMergeSocket();
}
