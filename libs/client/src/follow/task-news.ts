import type { ErrorValues, MergeStatus } from '@dipper/contract';

/** The server's error, for clients with their own error messages. */
interface CodedError {
  readonly code?: string | null | undefined;
  readonly values?: ErrorValues | undefined;
}

/** Why one poll failed. */
export type PollError =
  | ({ readonly kind: 'http'; readonly status: number; readonly text: string } & CodedError)
  | { readonly kind: 'network' }
  | { readonly kind: 'unexpected' };

/** Why following a task has ended. The task itself may still be running. */
export type FollowFailure =
  /** The task made no progress during 60 polls. */
  | { readonly kind: 'timed-out' }
  /** The server no longer knows the task, and it has no file. */
  | { readonly kind: 'file-gone' }
  | { readonly kind: 'too-many-errors'; readonly reason: PollError };

/** Events that come from following a task. */
export type TaskNews =
  | { readonly type: 'reported'; readonly status: MergeStatus }
  /** No status has arrived for 3 s, so the speed and the time left are stale. */
  | { readonly type: 'unheard'; readonly isLost: boolean }
  /** The status is gone, but the file exists. */
  | { readonly type: 'file-found' }
  | { readonly type: 'failed'; readonly failure: FollowFailure };
