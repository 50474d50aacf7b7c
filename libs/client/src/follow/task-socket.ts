import type { MERGE_EVENTS, SubscribeAck, TaskIdInput } from '@dipper/contract';

/**
 * The parts of a socket.io client that following a task needs. `@dipper/client/socket` opens one.
 */
export interface TaskSocket {
  on(event: 'connect', listener: () => void): unknown;
  on(event: 'disconnect', listener: (reason: string) => void): unknown;
  on(event: typeof MERGE_EVENTS.update, listener: (status: unknown) => void): unknown;
  emit(
    event: typeof MERGE_EVENTS.subscribe,
    input: TaskIdInput,
    acknowledge: (reply: SubscribeAck) => void,
  ): unknown;
  connect(): unknown;
  close(): unknown;
}
