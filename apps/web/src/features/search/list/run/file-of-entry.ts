import { BUSY_TIMES, createTask, fileOfTask, patiently } from '@dipper/client';
import { API, type ListQuality } from '@dipper/contract';
import { LIVE_SERVER } from '../../../../entities/task/follow/live-server.js';
import { startTask } from '../../../../entities/task/follow/start-merge.js';
import { calledAddress } from '../../../../lib/api/api-address.js';
import { send } from '../../../../lib/api/api-client.js';
import type { MadeFile } from './run.reducer.js';

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

/**
 * Prepares an entry's file: creates its task, starts it, and waits for the file.
 * @throws ApiFailure, or the reason of `signal`
 */
export async function fileOfEntry(making: Making): Promise<MadeFile> {
  const { listId, entry, quality, signal, onTask, onStarted, onProgress } = making;
  const wished = { offerId: listId, wish: { kind: 'entry', entry, quality } } as const;
  const { task_id, filename } = await patiently(() => createTask(send, wished, signal), signal);
  onTask(task_id);
  await patiently(() => startTask(task_id), signal);
  signal.throwIfAborted();
  onStarted(task_id, filename);
  await fileOfTask(task_id, { ...LIVE_SERVER, signal, onProgress, busyTimes: BUSY_TIMES });
  return { href: calledAddress(`${API.file(task_id)}?download=1`), filename };
}
