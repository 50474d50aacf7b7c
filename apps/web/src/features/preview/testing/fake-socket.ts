import { MERGE_EVENTS, type MergeStatus, type SubscribeAck } from '@dipper/contract';
import type { MergeSocket } from '../merge/merge-socket.js';

type Listener = (argument: unknown) => void;

/** A merge socket that does what a test says. */
export class FakeSocket {
  readonly subscriptions: string[] = [];
  closed = false;
  connects = 0;
  /** Acknowledges a subscription; undefined leaves it unanswered. */
  ack: (() => SubscribeAck) | undefined;
  private readonly listeners = new Map<string, Listener>();

  on(event: string, listener: Listener): this {
    this.listeners.set(event, listener);
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
        acknowledge(this.ack());
      }
    }
    return this;
  }

  connect(): this {
    this.connects += 1;
    return this;
  }

  close(): this {
    this.closed = true;
    return this;
  }

  /** The server's side of things. */
  connected(): void {
    this.listeners.get('connect')?.(undefined);
  }

  dropped(reason = 'transport close'): void {
    this.listeners.get('disconnect')?.(reason);
  }

  update(status: MergeStatus): void {
    this.listeners.get(MERGE_EVENTS.update)?.(status);
  }

  /** The same, as the code under test sees it. */
  asMergeSocket(): MergeSocket {
    return this as unknown as MergeSocket;
  }
}

/** Every socket that a page has opened, the last one last. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];
  /** How each of them acknowledges a subscription. */
  ack: FakeSocket['ack'];

  /** In the place of `openMergeSocket`. */
  readonly open = (): MergeSocket => {
    const socket = new FakeSocket();
    socket.ack = this.ack;
    this.all.push(socket);
    return socket.asMergeSocket();
  };

  clear(): void {
    this.all.length = 0;
    this.ack = undefined;
  }
}
