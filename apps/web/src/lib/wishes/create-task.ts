import {
  API,
  type CreateTaskInput,
  createTaskInputSchema,
  type CreateTaskReply,
  createTaskReplySchema,
  type Wish,
} from '@dipper/contract';
import { callApi } from '../api/api-client.js';
import { within } from '../within.js';

/** A server that takes the call and never answers it must not leave the visitor waiting. */
const PATIENCE_MS = 20_000;

/** What is made of an offer, or of a list. */
export interface Wished {
  /** An `offer_id`, or the `task_id` of a list. */
  readonly offerId: string;
  readonly wish: Wish;
}

/** POST /api/download/tasks: keeps a wish as a task, to be started. @throws ApiFailure, or the abort reason */
export function createTask(
  { offerId, wish }: Wished,
  signal?: AbortSignal,
): Promise<CreateTaskReply> {
  const input: CreateTaskInput = createTaskInputSchema.parse({ task_id: offerId, recipe: wish });
  return within(
    PATIENCE_MS,
    (given) =>
      callApi(API.tasks, createTaskReplySchema, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
        signal: given,
      }),
    signal,
  );
}
