import { API, LIMITS, type ListQuality } from '@dipper/contract';
import { calledAddress } from '../../../../lib/api/api-address.js';
import { ApiFailure } from '../../../../lib/api/api-failure.js';
import { pause } from '../../../../lib/time/pause.js';
import { createTask } from '../../../../entities/task/create-task.js';
import { fileOfTask } from '../../../../entities/task/follow/file-of-task.js';
import { startTask } from '../../../../entities/task/follow/start-merge.js';
import type { MadeFile } from './run.reducer.js';

/** The delay before a retry if a busy server does not specify one, in seconds. */
const BUSY_SECONDS = 5;
/**
 * How often to retry while the server is busy: for about half an hour, given the delays it asks
 * for.
 */
const BUSY_TIMES = 60;

interface Making {
  readonly listId: string;
  readonly entry: string;
  readonly quality: ListQuality;
  readonly signal: AbortSignal;
  /** Receives the task's id, which is needed to cancel it. */
  readonly onTask: (taskId: string) => void;
  /** Called when the server has accepted the start. */
  readonly onStarted: (taskId: string, filename: string) => void;
  /** Receives the progress, 0-100. */
  readonly onProgress: (progress: number) => void;
}

/** Retries while the server is busy or the connection is down. */
async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let errors = 0;
  for (let busy = 0; ;) {
    try {
      return await call();
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
 * Prepares an entry's file: creates its task, starts it, and waits for the file.
 * @throws ApiFailure, or the reason of `signal`
 */
export async function makeEntry(making: Making): Promise<MadeFile> {
  const { listId, entry, quality, signal, onTask, onStarted, onProgress } = making;
  const wished = { offerId: listId, wish: { kind: 'entry', entry, quality } } as const;
  const { task_id, filename } = await patiently(() => createTask(wished, signal), signal);
  onTask(task_id);
  await patiently(() => startTask(task_id, { signal }), signal);
  onStarted(task_id, filename);
  await fileOfTask(task_id, { signal, onProgress, busyTimes: BUSY_TIMES });
  return { href: calledAddress(`${API.file(task_id)}?download=1`), filename };
}
