import {
  ApiFailure,
  BUSY_TIMES,
  cancelTask,
  createTask,
  fileOfTask,
  patiently,
} from '@dipper/client';
import { API, type ListEntry, type ListQuality } from '@dipper/contract';
import { inTurn } from '../../../../entities/task/follow/task-calls.js';
import { send } from '../../../../lib/api/api-client.js';
import { listen } from '../../../../lib/browser/listen.js';
import { whenOnline } from '../../../../lib/browser/when-online.js';
import { clickToSave } from '../../../../lib/browser/click-to-save.js';
import { LatestMap } from '../../../../lib/state/latest-map.js';
import { createStore } from '../../../../lib/state/store.js';
import { deselect } from '../use-selection.js';
import { type MadeFile, nextEntry, NO_RUN, type RunEvent, runReducer } from './run.reducer.js';
import { savesByItself } from '../../../../lib/browser/saves-by-itself.js';
import { noteDownload } from '../../../../entities/task/started-downloads.js';
import { LIVE_SERVER } from '../../../../entities/task/follow/live-server.js';
import { startTask } from '../../../../entities/task/follow/start-merge.js';
import { calledAddress } from '../../../../lib/api/api-address.js';

/**
 * Prepares and saves the entries of a list one after another. It outlives the list's card, because
 * the visitor may look at an entry's formats or another tab in the meantime.
 */
export class ListRun {
  readonly state = createStore(NO_RUN);
  private quality: ListQuality = '720p';
  private entries: readonly ListEntry[] = [];
  /** The entry in progress. */
  private making: { readonly controller: AbortController; taskId: string | null } | null = null;

  constructor(private readonly listId: string) {}

  /** Adds entries to the run. The quality applies to every entry that is prepared from now on. */
  start(ids: readonly string[], quality: ListQuality, entries: readonly ListEntry[]): void {
    this.quality = quality;
    this.entries = entries;
    this.change({ type: 'started', ids });
  }

  /** Retries a failed entry. */
  readonly again = (id: string): void => {
    this.change({ type: 'stood', id, standing: { state: 'waiting' } });
    this.change({ type: 'resumed' });
  };

  /** Pauses after the current entry. */
  pause(): void {
    this.change({ type: 'paused' });
  }

  resume(): void {
    this.change({ type: 'resumed' });
  }

  /** Stops immediately. Finished files are kept. */
  stop(): void {
    const { making } = this;
    this.making = null;
    this.change({ type: 'stopped' });
    making?.controller.abort();
    if (making?.taskId) {
      // Best effort: the task ends on its own even without this request. There is no time limit,
      // because the reply to the start may come first.
      const { taskId } = making;
      inTurn(taskId, 'cancel', () => cancelTask(send, taskId)).catch(() => undefined);
    }
  }

  private change(event: RunEvent): void {
    this.state.set(runReducer(this.state.get(), event));
    const next = nextEntry(this.state.get());
    if (next !== null && this.making === null) {
      void this.make(next);
    }
  }

  private async make(id: string): Promise<void> {
    const { listId, quality } = this;
    const controller = new AbortController();
    const making = { controller, taskId: null as string | null };
    this.making = making;
    const isStopped = () => this.making !== making;
    const onProgress = (progress: number) => {
      if (!isStopped()) {
        this.change({ type: 'stood', id, standing: { state: 'making', progress } });
      }
    };
    const onTask = (taskId: string) => {
      making.taskId = taskId;
    };
    const onStarted = (taskId: string, filename: string) => {
      const entry = this.entries.find((one) => one.id === id);
      if (entry !== undefined) {
        noteEntry(entry, { quality, taskId, filename });
      }
    };
    onProgress(0);
    // Nobody would get the file, because a run ends with its page. The back/forward cache keeps both.
    const onLeave = ({ persisted }: PageTransitionEvent) => persisted || this.stop();
    const stay = listen(window, ['pagehide'], onLeave);
    const end = async (): Promise<RunEvent> => {
      try {
        const { signal } = controller;
        const making = { listId, entry: id, quality, signal, onTask, onStarted, onProgress };
        const file = await fileOfEntry(making);
        return { type: 'stood', id, standing: { state: 'saved', file } };
      } catch (failure) {
        const error = isAnswer(failure) ? failure.reply : null;
        return { type: 'stood', id, standing: { state: 'failed', error } };
      }
    };
    const ended = await end();
    stay();
    if (isStopped()) {
      return;
    }
    if (ended.type === 'stood' && ended.standing.state === 'saved') {
      const { href, filename } = ended.standing.file;
      if (savesByItself()) {
        clickToSave(href, filename);
      }
      // The entries left selected are those that still have to be saved.
      deselect(listId, id);
    }
    this.making = null;
    this.change(ended);
  }
}

const runs = new LatestMap<string, ListRun>(20);

/** Returns this tab's run of a list. */
export function listRun(listId: string): ListRun {
  const run = runs.get(listId) ?? new ListRun(listId);
  runs.set(listId, run);
  return run;
}

/** Stops the runs of all other lists, because the visitor can no longer see and stop them. */
export function stopOthers(listId: string): void {
  runs.forEach((run, id) => id !== listId && run.stop());
}

interface MadeOfEntry {
  readonly quality: ListQuality;
  readonly taskId: string;
  readonly filename: string;
}

/**
 * Reports the download of an entry. Images are not reported, because they are neither video nor
 * audio.
 */
function noteEntry(entry: ListEntry, { quality, taskId, filename }: MadeOfEntry): void {
  if (entry.kind === 'picture') {
    return;
  }
  noteDownload({
    sourceUrl: entry.url,
    title: entry.title ?? '',
    isAudio: quality === 'sound' || quality === 'mp3',
    filename,
    resolution: /^\d+p$/.test(quality) ? quality : null,
    ...{ bitrate: null, sizeBytes: null },
    thumbnailUrl: entry.thumbnail_url,
    duration: entry.duration,
    taskId,
  });
}

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

/** True if the server itself has refused. */
function isAnswer(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.kind === 'http';
}

/** Resolves when the browser is online again, or as soon as `signal` is aborted. */
function onlineAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = whenOnline(0, resolve);
    const end = () => {
      stop();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Makes a call, and repeats it after the connection has returned if it fails while the browser is
 * offline. Such a failure says nothing about the task, which the server has probably continued.
 * @throws the error of the last attempt, or the reason of `signal`
 */
async function throughOutages<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (failure) {
      if (isAnswer(failure) || navigator.onLine) {
        throw failure;
      }
      signal.throwIfAborted();
      await onlineAgain(signal);
      signal.throwIfAborted();
    }
  }
}

/**
 * Prepares an entry's file: creates its task, starts it, and waits for the file. Each step outlasts
 * an outage on its own, because creating the task again would make the file twice.
 * @throws ApiFailure, or the reason of `signal`
 */
async function fileOfEntry(making: Making): Promise<MadeFile> {
  const { listId, entry, quality, signal, onTask, onStarted, onProgress } = making;
  const wished = { offerId: listId, wish: { kind: 'entry', entry, quality } } as const;
  const ask = <T>(call: () => Promise<T>) => throughOutages(() => patiently(call, signal), signal);
  const { task_id, filename } = await ask(() => createTask(send, wished, signal));
  onTask(task_id);
  await ask(() => startTask(task_id));
  signal.throwIfAborted();
  onStarted(task_id, filename);
  const following = { ...LIVE_SERVER, signal, onProgress, busyTimes: BUSY_TIMES };
  await throughOutages(() => fileOfTask(task_id, following), signal);
  return { href: calledAddress(`${API.file(task_id)}?download=1`), filename };
}
