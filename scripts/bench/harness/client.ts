import type { MergeStatus, VideoInfo } from '@dipper/contract';
import { setTimeout as delay } from 'node:timers/promises';

export interface MadeFile {
  readonly task: string;
  /** From the start of the task to `complete`. */
  readonly seconds: number;
  readonly bytes: number;
}

export async function search(server: string, link: string): Promise<VideoInfo> {
  return (await post(`${server}/api/download-video`, { tweet_url: link })) as VideoInfo;
}

/** Searches a link and merges its best format. @throws the server's own words. */
export async function merge(server: string, link: string): Promise<MadeFile> {
  const info = await search(server, link);
  const task = info.formats?.find((format) => format.kind === 'merge')?.task_id;
  return make(server, task, info);
}

/** Searches a link and makes something else of its best format. @throws the server's own words. */
export async function makeWith(server: string, link: string, recipe: object): Promise<MadeFile> {
  const { formats = [] } = await search(server, link);
  const offer = formats.find((format) => format.recommended) ?? formats[0];
  const wish = { task_id: offer?.offer_id, recipe };
  const reply = (await post(`${server}/api/download/tasks`, wish)) as { task_id?: string };
  return make(server, reply.task_id, reply);
}

async function make(server: string, task: string | undefined, reply: object): Promise<MadeFile> {
  if (task === undefined) {
    throw new Error(`there is no task in ${JSON.stringify(reply)}`);
  }
  const startedMs = performance.now();
  await fetch(`${server}/api/download/start-merge?task_id=${task}`);
  for (;;) {
    const answer = await fetch(`${server}/api/download/status/${task}`);
    const { status, message } = (await answer.json()) as MergeStatus;
    if (status === 'complete') {
      const seconds = (performance.now() - startedMs) / 1000;
      const { headers } = await fetch(`${server}/api/download/file/${task}`, { method: 'HEAD' });
      return { task, seconds, bytes: Number(headers.get('content-length')) };
    }
    if (status === 'error') {
      throw new Error(message);
    }
    await delay(10);
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return reply.json();
}
