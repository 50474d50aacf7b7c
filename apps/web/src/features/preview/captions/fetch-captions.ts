import { API, type Subtitles } from '@dipper/contract';
import { createTask } from '../../../entities/task/create-task.js';
import { readText } from '../file/read-text.js';
import { fileOfTask } from '../../../entities/task/follow/file-of-task.js';
import { startTask } from '../../../entities/task/follow/start-merge.js';

/** In bytes; more than a day of speech. A larger file cannot be subtitles. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Fetches some subtitles of an item as WebVTT.
 * @param offerId any offer of the item
 * @throws ApiFailure, or the abort reason
 */
export async function fetchCaptions(
  offerId: string,
  { language, machine }: Subtitles,
  signal: AbortSignal,
): Promise<string> {
  const wish = { kind: 'subtitle', language, format: 'vtt', ...(machine && { machine }) } as const;
  const { task_id } = await createTask({ offerId, wish }, signal);
  await startTask(task_id, { signal });
  await fileOfTask(task_id, { signal });
  const { text } = await readText(API.file(task_id), MAX_BYTES, signal);
  return text;
}
