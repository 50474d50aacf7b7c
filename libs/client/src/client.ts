import {
  API,
  type FeedItem,
  type Format,
  type MergeStatus,
  relayPath,
  type VideoInfo,
  type ListInfo,
} from '@dipper/contract';
import { ApiFailure } from './calls/api-failure.js';
import type { Send } from './calls/call-api.js';
import { withLimitedJson } from './calls/limit-json.js';
import type { TaskSocket } from './follow/task-socket.js';
import { progressOfTask } from './follow/progress-of-task.js';
import { type FileSink, saveFile, type SaveOptions } from './save/save-file.js';
import { withLateFacts } from './search/late-facts.js';
import { searchLink, type SearchUpdate } from './search/search-link.js';
import { addToFeed } from './tasks/add-to-feed.js';
import { cancelTask } from './tasks/cancel-task.js';
import { createTask, type TaskRequest } from './tasks/create-task.js';
import { BUSY_TIMES, patiently } from './tasks/patiently.js';
import { startTask } from './tasks/start-task.js';
import { taskStatus } from './tasks/task-status.js';

export interface ClientOptions {
  /** The server's origin, like `https://dipper.example`. */
  readonly server: string;
  /** An API key (`dip_…`). Without one, the limits of anonymous visitors apply. */
  readonly key?: string | undefined;
  /**
   * Opens a socket for live progress: `openMergeSocket` of `@dipper/client/socket`. Without it,
   * tasks are polled.
   */
  readonly openSocket?: ((server: string) => TaskSocket) | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called before a call is repeated because the server is busy or can't be reached. */
  readonly onWait?: (seconds: number, cause: ApiFailure) => void;
}

/** The result of a search: an item or a list. */
export type Found =
  | { readonly kind: 'item'; readonly info: VideoInfo }
  | { readonly kind: 'list'; readonly list: ListInfo };

/** The file to make: a format as offered, or something made from an offer or a list. */
export type Choice =
  | Pick<Format, 'kind' | 'task_id' | 'url' | 'filename'>
  | (TaskRequest & { readonly kind?: undefined });

/** A file that is being made, or that the source already has. */
export interface Making {
  /** Null if there is nothing to make, and the file can be saved immediately. */
  readonly taskId: string | null;
  /** The path of the file to save. */
  readonly path: string;
  /** The suggested name of the file. */
  readonly filename: string;
}

export interface MakeOptions extends CallOptions {
  /** True to accept a damaged source. */
  readonly anyway?: boolean;
  /** The URL that the server calls when the task ends. Requires a key. */
  readonly callbackUrl?: string;
  /**
   * Repeating a call with the same key never creates a second task. By default, each call has a new
   * key.
   */
  readonly idempotencyKey?: string;
}

/** Makes the client of one server. Every method throws `ApiFailure`, or the reason of its signal. */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}

/** Returns the path of a task's file. */
export function filePath(taskId: string): string {
  return `${API.file(taskId)}?download=1`;
}

const never = () => new AbortController().signal;

export class Client {
  /** Sends a request with the key, for endpoints that have no method here. */
  readonly send: Send;
  private readonly open: () => Promise<TaskSocket>;

  constructor({ server, key, openSocket, fetch = globalThis.fetch }: ClientOptions) {
    const origin = server.replace(/\/+$/, '');
    this.send = async (path, init) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) {
        headers.set('Authorization', `Bearer ${key}`);
      }
      return withLimitedJson(await fetch(origin + path, { ...init, headers }));
    };
    this.open = () =>
      openSocket === undefined
        ? Promise.reject(new Error('no sockets'))
        : Promise.resolve(openSocket(origin));
  }

  /**
   * Reads a link, or a share message that contains one. Waits for the sizes that the server looks
   * up after the formats.
   */
  async search(text: string, options: CallOptions = {}): Promise<Found> {
    const { signal = never(), onWait } = options;
    const read = async () => {
      let found: Found | null = null;
      for await (const update of this.searchUpdates(text, signal)) {
        if (update.type === 'list') {
          return { kind: 'list', list: update.list } as const;
        }
        if (update.type === 'result') {
          found = { kind: 'item', info: update.info };
        } else if (found !== null && (update.type === 'facts' || update.type === 'sizes')) {
          found = { kind: 'item', info: withLateFacts(found.info, update) };
        }
      }
      if (found === null) {
        throw new ApiFailure('unexpected');
      }
      return found;
    };
    // This is usually the first call to a server, so a wrong address should be reported
    // immediately.
    return patiently(read, signal, { onWait, networkTimes: 1 });
  }

  /** Reads a link, and yields updates as they arrive. */
  searchUpdates(text: string, signal: AbortSignal = never()): AsyncGenerator<SearchUpdate> {
    return searchLink(this.send, API.search, { tweet_url: text }, signal);
  }

  /** Starts to make a file. Repeats the calls while the server is busy. */
  async make(choice: Choice, options: MakeOptions = {}): Promise<Making> {
    const making = await this.prepare(choice, options);
    await this.start(making, options);
    return making;
  }

  /** Creates the task for a file, if the file needs one. `make` also starts it. */
  async prepare(choice: Choice, options: MakeOptions = {}): Promise<Making> {
    const { signal = never(), onWait, idempotencyKey = crypto.randomUUID() } = options;
    if (choice.kind === undefined) {
      const send: Send = (path, init) => {
        const headers = new Headers(init.headers);
        headers.set('Idempotency-Key', idempotencyKey);
        return this.send(path, { ...init, headers });
      };
      const create = () => createTask(send, choice, signal);
      const { task_id: taskId, filename } = await patiently(create, signal, { onWait });
      return { taskId, path: filePath(taskId), filename };
    }
    const { task_id: taskId, filename } = choice;
    if (choice.kind === 'direct') {
      return { taskId: null, path: relayPath(choice.url, true), filename };
    }
    if (taskId === undefined) {
      throw new TypeError('This format has no task.');
    }
    return { taskId, path: filePath(taskId), filename };
  }

  /**
   * Starts a task, if there is one. A task that failed or was cancelled starts over; any other task
   * that has started does not change.
   */
  async start({ taskId }: Pick<Making, 'taskId'>, options: MakeOptions = {}): Promise<void> {
    const { signal = never(), onWait, anyway = false, callbackUrl } = options;
    if (taskId !== null) {
      const start = { anyway, callbackUrl, signal };
      await patiently(() => startTask(this.send, taskId, start), signal, { onWait });
    }
  }

  /** Returns the state of a task. */
  status(taskId: string, signal?: AbortSignal): Promise<MergeStatus> {
    return taskStatus(this.send, taskId, signal);
  }

  /**
   * Follows a task to its end: by socket, or by polling while the socket is down. Ends when the
   * file is ready, and throws if there will be none.
   */
  follow(taskId: string, signal: AbortSignal = never()): AsyncGenerator<MergeStatus, void> {
    const { send, open } = this;
    return progressOfTask(taskId, { send, open, signal, busyTimes: BUSY_TIMES });
  }

  /**
   * Saves a file, continuing any part that the sink already has.
   * @returns the size of the file, in bytes
   */
  save(
    { path }: Pick<Making, 'path'>,
    sink: FileSink,
    { signal = never(), ...rest }: Partial<SaveOptions> = {},
  ): Promise<number> {
    return saveFile(this.send, path, sink, { signal, ...rest });
  }

  /**
   * Adds the audio file of a finished task to the podcast feed of the key's account. Repeats the call
   * while the server is busy.
   */
  addToFeed(taskId: string, options: CallOptions = {}): Promise<FeedItem> {
    const { signal = never(), onWait } = options;
    return patiently(() => addToFeed(this.send, taskId, signal), signal, { onWait });
  }

  /** Cancels a task. If it was too late for that, the status is `complete`. */
  cancel(taskId: string, signal?: AbortSignal): Promise<MergeStatus> {
    return cancelTask(this.send, taskId, signal);
  }
}
