import type { ErrorReply } from '../http/error.js';
import type { MergeStatus, TaskIdInput } from '../http/merge.js';

export const MERGE_EVENTS = {
  subscribe: 'merge:subscribe',
  unsubscribe: 'merge:unsubscribe',
  update: 'merge:update',
} as const;

/**
 * Acknowledgement of `merge:subscribe`: the task's current status, so that nothing is missed before
 * joining.
 */
export type SubscribeAck = MergeStatus | ErrorReply;

/** Events that the browser sends. */
export interface ClientToServerEvents {
  'merge:subscribe': (input: TaskIdInput, ack: (reply: SubscribeAck) => void) => void;
  'merge:unsubscribe': (input: TaskIdInput) => void;
}

/** Events that the server sends, to the room named by the task id. */
export interface ServerToClientEvents {
  'merge:update': (status: MergeStatus) => void;
}
