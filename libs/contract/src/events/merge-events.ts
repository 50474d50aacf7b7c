import type { ErrorReply } from '../http/error.js';
import type { MergeStatus, TaskIdInput } from '../http/task/merge.js';

export const MERGE_EVENTS = {
  subscribe: 'merge:subscribe',
  unsubscribe: 'merge:unsubscribe',
  update: 'merge:update',
} as const;

/**
 * The acknowledgement of `merge:subscribe`: the current status of the task, so that the client
 * misses nothing from before it joined.
 */
export type SubscribeAck = MergeStatus | ErrorReply;

export interface ClientToServerEvents {
  'merge:subscribe': (input: TaskIdInput, ack: (reply: SubscribeAck) => void) => void;
  'merge:unsubscribe': (input: TaskIdInput) => void;
}

/** Events that the server sends to the room of a task, whose name is the task id. */
export interface ServerToClientEvents {
  'merge:update': (status: MergeStatus) => void;
}
