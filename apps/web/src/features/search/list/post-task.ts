import {
  API,
  type CreateTaskInput,
  type CreateTaskReply,
  createTaskReplySchema,
} from '@dipper/contract';
import { callApi } from '../../../lib/api/api-client.js';

/** POST /api/download/tasks: keeps what is wished of a list as a task. @throws ApiFailure */
export function postTask(
  listId: string,
  recipe: CreateTaskInput['recipe'],
  signal: AbortSignal,
): Promise<CreateTaskReply> {
  const wished: CreateTaskInput = { task_id: listId, recipe };
  return callApi(API.tasks, createTaskReplySchema, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wished),
    signal,
  });
}
