import {
  API,
  type CreateTaskInput,
  createTaskInputSchema,
  type CreateTaskReply,
  createTaskReplySchema,
  type Wish,
} from '@dipper/contract';
import { callApi, jsonBody, type Send } from '../calls/call-api.js';
import { within } from '../calls/within.js';

/** In milliseconds. The server may accept a request but never respond. */
const PATIENCE_MS = 20_000;

/** A request to make something from an offer or a list. */
export interface TaskRequest {
  /** An `offer_id`, or the `task_id` of a list. */
  readonly offerId: string;
  readonly wish: Wish;
}

/**
 * POST /api/download/tasks: stores the request as a task that is ready to start.
 * @throws ApiFailure, or the abort reason
 */
export function createTask(
  send: Send,
  { offerId, wish }: TaskRequest,
  signal?: AbortSignal,
): Promise<CreateTaskReply> {
  const input: CreateTaskInput = createTaskInputSchema.parse({ task_id: offerId, recipe: wish });
  return within(
    PATIENCE_MS,
    (given) =>
      callApi(send, API.tasks, createTaskReplySchema, {
        ...jsonBody('POST', input),
        signal: given,
      }),
    signal,
  );
}
