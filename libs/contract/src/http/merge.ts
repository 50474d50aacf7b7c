import * as z from 'zod/mini';
import { errorValuesSchema } from './error.js';
import { entryStandingSchema } from './list.js';

/** Accepts any text: an invalid id is simply unknown, like that of an expired task. */
export const taskIdInputSchema = z.object({ task_id: z.string().check(z.minLength(1)) });
export type TaskIdInput = z.infer<typeof taskIdInputSchema>;

/** GET /api/download/start-merge: `anyway=1` accepts a damaged source. */
export const startMergeInputSchema = z.extend(taskIdInputSchema, {
  anyway: z.optional(z.enum(['0', '1'])),
});
export type StartMergeInput = z.infer<typeof startMergeInputSchema>;

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

/** A range of playing time, seconds from the start; `to_seconds` null means up to the end. */
export const damagedSpanSchema = z.object({
  from_seconds: z.number(),
  to_seconds: z.nullable(z.number()),
});
export type DamagedSpan = z.infer<typeof damagedSpanSchema>;

/** An optional field: during a deployment an older server may not send it yet. */
function orNull<T extends z.ZodMiniType>(schema: T) {
  return z._default(z.nullable(schema), null);
}

/** The same for fields where a newer server may send values that this page does not know. */
function orUnknown<T extends z.ZodMiniType>(schema: T) {
  return z.catch(orNull(schema), null);
}

/** A step of a task; pages draw it as long as its share of the work. */
export const mergeStepSchema = z.object({
  stage: mergeStageSchema,
  /** Share of the whole, 0-1. */
  share: z.number(),
});
export type MergeStep = z.infer<typeof mergeStepSchema>;

/**
 * GET /api/download/status/{task_id}, and the payload of the socket event `merge:update`.
 * `progress` is 0-100 for the whole task and never falls; sizes in bytes, speed in bytes a second.
 * `message` is English for any client; pages word `status`, `stage` and `error_code` themselves.
 */
export const mergeStatusSchema = z.object({
  task_id: z.string(),
  /** An unknown status counts as processing (specification §4, "any other status"). */
  status: z.pipe(z.string(), z.catch(mergeStateSchema, 'processing')),
  progress: z.number(),
  message: z._default(z.string(), ''),
  actual_sizes: z._default(
    z.object({ combined_streams: orNull(z.number()), final_file: orNull(z.number()) }),
    { combined_streams: null, final_file: null },
  ),
  stage: orUnknown(mergeStageSchema),
  /** The steps of this task in order; null until known. */
  steps: orUnknown(z.array(mergeStepSchema)),
  speed: orNull(z.number()),
  eta_seconds: orNull(z.number()),
  queue_position: orNull(z.number()),
  /** When the finished file expires, ISO 8601. */
  expires_at: orNull(z.string()),
  /** The same, counted by the server at the reply, as a visitor's clock may be wrong. */
  expires_in_seconds: orNull(z.number()),
  error_code: orNull(z.string()),
  /** The number in the sentence of `error_code`, as in an error reply; null if it has none. */
  error_values: orNull(errorValuesSchema),
  /**
   * Damaged ranges of the source, in order; empty if their position is unknown. On an error the
   * reason for the missing file; on a complete task the file has the damage, too. Null: no known
   * damage.
   */
  damage: orNull(z.array(damagedSpanSchema)),
  /** Kind of its recipe, which decides the wording; null before it is started. */
  kind: orNull(z.string()),
  /** A bundle's entries in order; null in an event means unchanged. */
  entries: orUnknown(z.array(entryStandingSchema)),
});
export type MergeStatus = z.infer<typeof mergeStatusSchema>;

const FINAL: readonly MergeState[] = ['complete', 'error', 'cancelled'];

/** True when nothing more will happen to a task by itself. */
export function isFinal(state: MergeState): boolean {
  return FINAL.includes(state);
}
