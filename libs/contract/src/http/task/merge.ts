import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import type { ErrorCode } from '../../messages/errors.js';
import { STATUS_MESSAGES } from '../../messages/messages.js';
import { errorValuesSchema } from '../error.js';
import { entryStandingSchema } from '../search/list.js';
import { WEB_ADDRESS } from '../text-patterns.js';

/**
 * Accepts any text, because an invalid id is treated as unknown, like the id of an expired task.
 */
export const taskIdInputSchema = z.object({ task_id: z.string().check(z.minLength(1)) });
export type TaskIdInput = z.infer<typeof taskIdInputSchema>;

/** GET /api/download/start-merge. `anyway=1` accepts a damaged source. */
export const startMergeInputSchema = z.extend(taskIdInputSchema, {
  anyway: z.optional(z.enum(['0', '1'])),
});
export type StartMergeInput = z.infer<typeof startMergeInputSchema>;

const CALLBACK_NOT_ALLOWED: ErrorCode = 'CALLBACK_NOT_ALLOWED';

/**
 * The URL that is called when the task ends. It requires an account, whose secret signs the message
 * (http/webhooks.ts).
 */
export const callbackUrlSchema = z
  .string()
  .check(
    z.maxLength(LIMITS.callbackLength, { error: CALLBACK_NOT_ALLOWED, abort: true }),
    z.regex(WEB_ADDRESS, CALLBACK_NOT_ALLOWED),
  );

/** POST /api/download/start-merge: like GET, for programs. */
export const startTaskInputSchema = z.extend(taskIdInputSchema, {
  anyway: z.optional(z.boolean()),
  callback_url: z.optional(callbackUrlSchema),
});
export type StartTaskInput = z.infer<typeof startTaskInputSchema>;

export const mergeStateSchema = z.enum([
  'prepared',
  'queued',
  'processing',
  'complete',
  'error',
  'cancelled',
]);
export type MergeState = z.infer<typeof mergeStateSchema>;

export const mergeStageSchema = z.enum(['queued', 'video', 'audio', 'merging', 'checking']);
export type MergeStage = z.infer<typeof mergeStageSchema>;

/** GET /api/download/start-merge */
export const startMergeReplySchema = z.object({ task_id: z.string(), status: mergeStateSchema });
export type StartMergeReply = z.infer<typeof startMergeReplySchema>;

/**
 * A range of the playing time, in seconds from the start. If `to_seconds` is null, the range ends
 * at the end of the file.
 */
export const damagedSpanSchema = z.object({
  from_seconds: z.number(),
  to_seconds: z.nullable(z.number()),
});
export type DamagedSpan = z.infer<typeof damagedSpanSchema>;

/** An optional field. During an update, an older server may not send it yet. */
function orNull<T extends z.ZodMiniType>(schema: T) {
  return z._default(z.nullable(schema), null);
}

/** Like `orNull`, for a field in which a newer server may send values that are unknown here. */
function orUnknown<T extends z.ZodMiniType>(schema: T) {
  return z.catch(orNull(schema), null);
}

/** A step of a task. Pages draw each step as long as its share of the work. */
export const mergeStepSchema = z.object({
  stage: mergeStageSchema,
  /** The share of the whole work, 0-1. */
  share: z.number(),
});
export type MergeStep = z.infer<typeof mergeStepSchema>;

/**
 * GET /api/download/status/{task_id}, and the payload of the socket event `merge:update`.
 * `progress` is 0-100 for the whole task and never decreases. Sizes are in bytes, and the speed is
 * in bytes per second. `message` is in English, for any client; pages phrase `status`, `stage` and
 * `error_code` themselves.
 */
export const mergeStatusSchema = z.object({
  task_id: z.string(),
  /** An unknown status is treated as processing (specification §4, "any other status"). */
  status: z.pipe(z.string(), z.catch(mergeStateSchema, 'processing')),
  progress: z.number(),
  message: z._default(z.string(), ''),
  actual_sizes: z._default(
    z.object({ combined_streams: orNull(z.number()), final_file: orNull(z.number()) }),
    { combined_streams: null, final_file: null },
  ),
  stage: orUnknown(mergeStageSchema),
  /** The steps of the task in order; null until they are known. */
  steps: orUnknown(z.array(mergeStepSchema)),
  speed: orNull(z.number()),
  eta_seconds: orNull(z.number()),
  queue_position: orNull(z.number()),
  /** When the finished file expires, ISO 8601. */
  expires_at: orNull(z.string()),
  /**
   * The seconds until the file expires, counted by the server when it replies, because the
   * visitor's clock may be wrong.
   */
  expires_in_seconds: orNull(z.number()),
  error_code: orNull(z.string()),
  /**
   * The number in the message for `error_code`, as in an error reply; null if the message has none.
   */
  error_values: orNull(errorValuesSchema),
  /**
   * The damaged ranges of the source, in order; empty if their position is unknown. For a failed
   * task, the damage is the reason why there is no file; for a complete task, its file contains the
   * damage. Null if no damage is known.
   */
  damage: orNull(z.array(damagedSpanSchema)),
  /**
   * The kind of the task's recipe, which decides how pages phrase messages; null until the task is
   * started.
   */
  kind: orNull(z.string()),
  /** The entries of a bundle, in order. In an event, null means that they have not changed. */
  entries: orUnknown(z.array(entryStandingSchema)),
});
export type MergeStatus = z.infer<typeof mergeStatusSchema>;

/** The status of a task that has not been started. */
export function preparedStatus(taskId: string): MergeStatus {
  return {
    task_id: taskId,
    status: 'prepared',
    progress: 0,
    message: STATUS_MESSAGES.prepared,
    actual_sizes: { combined_streams: null, final_file: null },
    stage: null,
    steps: null,
    speed: null,
    eta_seconds: null,
    queue_position: null,
    expires_at: null,
    expires_in_seconds: null,
    error_code: null,
    error_values: null,
    damage: null,
    kind: null,
    entries: null,
  };
}

const FINAL: readonly MergeState[] = ['complete', 'error', 'cancelled'];

/** True if a task in this state no longer changes on its own. */
export function isFinal(state: MergeState): boolean {
  return FINAL.includes(state);
}
