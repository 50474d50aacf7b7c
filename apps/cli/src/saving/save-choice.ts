import { ApiFailure, type Choice, type Client, type Making, filePath } from '@dipper/client';
import type { Context } from '../context.js';
import type { Reporter, Saved } from '../output/reporter.js';
import { PartFile } from './part-file.js';
import { StreamSink } from './stream-sink.js';
import { targetPath } from './target-path.js';

export interface SaveJob {
  readonly choice: Choice;
  /** Identifies the request, so that a part is continued only for the same request. */
  readonly request: string;
  readonly output: string | null;
  /** True if -o names a folder. */
  readonly isFolder: boolean;
  readonly anyway: boolean;
}

export interface Saving {
  readonly client: Client;
  readonly context: Context;
  readonly reporter: Reporter;
}

const GONE = ['TASK_UNKNOWN', 'FILE_EXPIRED'];

/** Waits until the file of a task is ready. @throws ApiFailure if there will be none */
export async function finished(
  taskId: string,
  { client, context, reporter }: Saving,
): Promise<void> {
  for await (const status of client.follow(taskId, context.signal)) {
    reporter.making(status);
  }
}

/** Returns the task of an earlier attempt if it can still produce the file. */
async function stillThere(taskId: string | null, { client, context }: Saving): Promise<boolean> {
  if (taskId === null) {
    return false;
  }
  try {
    const { status } = await client.status(taskId, context.signal);
    return status !== 'error' && status !== 'cancelled' && status !== 'prepared';
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ApiFailure && error.kind === 'http') {
      return false;
    }
    throw error;
  }
}

export const waiting =
  ({ reporter }: Saving) =>
  (seconds: number, { reply }: ApiFailure) =>
    reporter.note(
      `${reply.sentence ?? 'The server does not respond.'} Trying again in ${seconds} s.`,
    );

export async function startAnew(
  making: Making,
  job: Pick<SaveJob, 'anyway'>,
  saving: Saving,
): Promise<void> {
  const { client, context } = saving;
  const options = { anyway: job.anyway, signal: context.signal, onWait: waiting(saving) };
  await client.start(making, options);
}

/** Saves to standard output. */
async function saveToStream(making: Making, job: SaveJob, saving: Saving): Promise<Saved> {
  const { client, context, reporter } = saving;
  await startAnew(making, job, saving);
  if (making.taskId !== null) {
    await finished(making.taskId, saving);
  }
  const bytes = await client.save(making, new StreamSink(context.stdout), {
    signal: context.signal,
    onBytes: (done, total) => reporter.saving(done, total),
  });
  return { file: '-', bytes, task_id: making.taskId };
}

/** Makes and saves the file once. @returns its size */
async function saveOnce(part: PartFile, making: Making, saving: Saving): Promise<number> {
  const { client, context, reporter } = saving;
  if (making.taskId !== null) {
    await finished(making.taskId, saving);
  }
  const bytes = await client.save(making, part, {
    signal: context.signal,
    onBytes: (done, total) => reporter.saving(done, total),
  });
  await part.finish();
  return bytes;
}

async function saveToFile(making: Making, job: SaveJob, saving: Saving): Promise<Saved> {
  const { output, request, isFolder } = job;
  const { cwd } = saving.context;
  const place = { output, request, isFolder, cwd, filename: making.filename };
  const part = await PartFile.begin(await targetPath(place), request);
  const saved = (bytes: number, taskId: string | null) => {
    return { file: part.target, bytes, task_id: taskId };
  };
  try {
    const earlier = part.taskId;
    if (earlier !== null && making.taskId !== null && (await stillThere(earlier, saving))) {
      try {
        const again = { ...making, taskId: earlier, path: filePath(earlier) };
        return saved(await saveOnce(part, again, saving), earlier);
      } catch (error) {
        if (!(error instanceof ApiFailure && GONE.includes(error.reply.code ?? ''))) {
          throw error;
        }
      }
    }
    await part.setTask(making.taskId);
    await startAnew(making, job, saving);
    return saved(await saveOnce(part, making, saving), making.taskId);
  } catch (error) {
    await part.leave(saving.context.signal.aborted);
    throw error;
  }
}

/**
 * Makes a file and saves it. Continues the part and the task that an earlier attempt at the same
 * request has left behind.
 * @throws ApiFailure, CommandError, errors of the file system, or the reason of the signal
 */
export async function saveChoice(job: SaveJob, saving: Saving): Promise<Saved> {
  const { client, context } = saving;
  const options = { signal: context.signal, onWait: waiting(saving) };
  const making = await client.prepare(job.choice, options);
  const save = job.output === '-' ? saveToStream : saveToFile;
  return save(making, job, saving);
}
