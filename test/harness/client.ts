import {
  API,
  errorReplySchema,
  type ErrorReply,
  type Format,
  isFinal,
  type MergeStatus,
  mergeStatusSchema,
  startMergeReplySchema,
  type StartMergeReply,
  videoInfoSchema,
  type VideoInfo,
} from '@dipper/contract';
import { writeFile } from 'node:fs/promises';
import { checkReply } from './checked-reply.js';
import type { TestServer } from './server.js';
import { waitUntil } from './wait-until.js';

export type Refusal = ErrorReply & { readonly status: number };

/**
 * Uses a server in the same way as a visitor's page, and checks every reply against the contract.
 */
export class TestClient {
  constructor(private readonly server: Pick<TestServer, 'url'>) {}

  /** @throws if docs/openapi.json does not describe the reply */
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(`${this.server.url}${path}`, { redirect: 'manual', ...init });
    await checkReply(init?.method ?? 'GET', path, response);
    return response;
  }

  /** Submits a link. @throws if the server refuses the link */
  async search(link: string): Promise<VideoInfo> {
    return videoInfoSchema.parse(await this.ok(await this.post(link)));
  }

  /** Returns how the server refuses a link. @throws if the server accepts the link */
  async searchRefusal(link: string): Promise<Refusal> {
    return refusal(await this.post(link));
  }

  async start(taskId: string): Promise<StartMergeReply> {
    const response = await this.fetch(`${API.startMerge}?task_id=${taskId}`);
    return startMergeReplySchema.parse(await this.ok(response));
  }

  async status(taskId: string): Promise<MergeStatus> {
    return mergeStatusSchema.parse(await this.ok(await this.fetch(API.status(taskId))));
  }

  /** Starts a task and follows it to its end. @throws if its progress decreases */
  async merge(taskId: string): Promise<MergeStatus> {
    await this.start(taskId);
    return this.waitFor(taskId, ({ status }) => isFinal(status));
  }

  /**
   * Follows a task until a condition holds. Like a page, it tries again after a 503, because a
   * server that has just started may not be ready. @throws if its progress decreases
   */
  async waitFor(
    taskId: string,
    holds: (status: MergeStatus) => boolean,
    from = 0,
  ): Promise<MergeStatus> {
    let last: MergeStatus | null = null;
    const look = async (): Promise<MergeStatus | null> => {
      const response = await this.fetch(API.status(taskId));
      if (response.status === 503) {
        return null;
      }
      const status = mergeStatusSchema.parse(await this.ok(response));
      if (status.progress < (last?.progress ?? from)) {
        throw new Error(`Progress fell from ${last?.progress ?? from} to ${status.progress}`);
      }
      last = status;
      return holds(status) ? status : null;
    };
    return waitUntil(look, `task ${taskId}`).catch((error: unknown) => {
      throw new Error(`${String(error)}; last status: ${JSON.stringify(last)}`);
    });
  }

  async cancel(taskId: string): Promise<MergeStatus> {
    const response = await this.fetch(API.task(taskId), { method: 'DELETE' });
    return mergeStatusSchema.parse(await this.ok(response));
  }

  /** Returns how the server refuses a request. @throws if the server does not refuse it */
  async refused(path: string, init?: RequestInit): Promise<Refusal> {
    return refusal(await this.fetch(path, init));
  }

  /** Saves the body of a response to a file. @returns the response */
  async download(path: string, target: string): Promise<Response> {
    const response = await this.fetch(path);
    if (!response.ok) {
      throw new Error(`${response.status} ${await response.text()}`);
    }
    await writeFile(target, Buffer.from(await response.arrayBuffer()));
    return response;
  }

  private post(link: string): Promise<Response> {
    return this.fetch(API.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: link, browser_fingerprint: {}, user_consent: false }),
    });
  }

  private async ok(response: Response): Promise<unknown> {
    if (!response.ok) {
      throw new Error(`${response.status} ${await response.text()}`);
    }
    return response.json();
  }
}

export async function refusal(response: Response): Promise<Refusal> {
  if (response.ok) {
    throw new Error(`Not refused: ${response.status}`);
  }
  const reply: unknown = await response.json();
  // Keeps all fields, so that tests notice unexpected ones.
  return { ...(reply as object), ...errorReplySchema.parse(reply), status: response.status };
}

/**
 * Returns the first format that meets a condition. @throws an error that lists all formats if none
 * does
 */
export function pick(info: VideoInfo, fits: (format: Format) => boolean): Format {
  const format = info.formats.find(fits);
  if (format === undefined) {
    throw new Error(`No format fits: ${JSON.stringify(info.formats, null, 1)}`);
  }
  return format;
}

/** Returns the task id of a format. @throws if the format has no task */
export function taskOf(format: Format): string {
  if (format.task_id === undefined) {
    throw new Error(`The format has no task: ${JSON.stringify(format)}`);
  }
  return format.task_id;
}
