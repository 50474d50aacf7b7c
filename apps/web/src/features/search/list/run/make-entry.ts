import {
  API,
  isFinal,
  LIMITS,
  type ListQuality,
  mergeStatusSchema,
  startMergePath,
  startMergeReplySchema,
} from '@dipper/contract';
import { nextPollDelay, POLL_FIRST_DELAY_MS } from '@dipper/media';
import { withBearer } from '../../../../lib/api/bearer.js';
import { callApi } from '../../../../lib/api/api-client.js';
import { calledAddress } from '../../../../lib/api/api-address.js';
import { ApiFailure } from '../../../../lib/api/api-failure.js';
import { pause } from '../../../../lib/time/pause.js';
import { createTask } from '../../../../entities/task/create-task.js';
import { within } from '../../../../lib/api/within.js';
import type { MadeFile } from './run.reducer.js';

/** Timeout of a request, milliseconds. */
const PATIENCE_MS = 20_000;
/** Retry delay if a busy server does not name one, seconds. */
const BUSY_SECONDS = 5;
/** Number of retries on a busy server: about half an hour with the delays it names. */
const BUSY_TIMES = 60;

interface Making {
  readonly listId: string;
  readonly entry: string;
  readonly quality: ListQuality;
  readonly signal: AbortSignal;
  /** Receives the task's id, for cancelling. */
  readonly onTask: (taskId: string) => void;
  /** Called when the server has accepted the start. */
  readonly onStarted: (taskId: string, filename: string) => void;
  /** Receives 0-100. */
  readonly onProgress: (progress: number) => void;
}

/** Repeats a request while the server is busy or the connection is lost. */
async function patiently<T>(
  call: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let errors = 0;
  for (let busy = 0; ;) {
    try {
      return await within(PATIENCE_MS, call, signal);
    } catch (error) {
      signal.throwIfAborted();
      const { status, retryAfterSeconds = BUSY_SECONDS } =
        error instanceof ApiFailure ? error.reply : {};
      const isBusy = (status === 429 || status === 503) && ++busy < BUSY_TIMES;
      const isLost =
        error instanceof ApiFailure && error.kind === 'network' && ++errors < LIMITS.pollErrors;
      if (!isBusy && !isLost) {
        throw error;
      }
      await pause(retryAfterSeconds * 1000, signal);
      signal.throwIfAborted();
    }
  }
}

/**
 * Prepares an entry's file: creates its task, starts it and waits for it.
 * @throws ApiFailure, or the reason of `signal`
 */
export async function makeEntry(making: Making): Promise<MadeFile> {
  const { listId, entry, quality, signal, onTask, onStarted, onProgress } = making;
  const { task_id, filename } = await patiently(
    (given) => createTask({ offerId: listId, wish: { kind: 'entry', entry, quality } }, given),
    signal,
  );
  onTask(task_id);
  await patiently(
    (given) =>
      withBearer((headers) =>
        callApi(startMergePath(task_id), startMergeReplySchema, { headers, signal: given }),
      ),
    signal,
  );
  onStarted(task_id, filename);
  await finished(task_id, signal, onProgress);
  return { href: calledAddress(`${API.file(task_id)}?download=1`), filename };
}

async function finished(
  taskId: string,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<void> {
  let delayMs = POLL_FIRST_DELAY_MS;
  for (;;) {
    const { status, progress, message, error_code, error_values } = await patiently(
      (given) => callApi(API.status(taskId), mergeStatusSchema, { signal: given }),
      signal,
    );
    onProgress(progress);
    if (status === 'complete') {
      return;
    }
    if (isFinal(status)) {
      throw new ApiFailure('http', {
        sentence: message,
        ...(error_code !== null && { code: error_code }),
        ...(error_values !== null && { values: error_values }),
      });
    }
    await pause(delayMs, signal);
    signal.throwIfAborted();
    delayMs = nextPollDelay({ previousDelayMs: delayMs, progress, failed: false });
  }
}
