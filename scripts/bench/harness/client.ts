import type { MergeStatus } from '@dipper/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, taskOf, TestClient } from '../../../test/harness/client.js';

export interface MadeFile {
  readonly task: string;
  /** From the start of the task to `complete`. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Searches a link and merges its best format. @throws with the server's message. */
export async function merge(url: string, link: string): Promise<MadeFile> {
  const info = await new TestClient({ url }).search(link);
  return make(url, taskOf(pick(info, ({ kind }) => kind === 'merge')));
}

/** Searches a link and applies a recipe to its best format. @throws with the server's message. */
export async function makeWith(url: string, link: string, recipe: object): Promise<MadeFile> {
  const client = new TestClient({ url });
  const { offer_id } = pick(await client.search(link), ({ recommended }) => recommended);
  const reply = await client.fetch('/api/download/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task_id: offer_id, recipe }),
  });
  const { task_id: task } = (await reply.json()) as { task_id?: string };
  if (task === undefined) {
    throw new Error(`The task could not be created: HTTP ${reply.status}`);
  }
  return make(url, task);
}

/** Runs a task without a time limit. */
async function make(server: string, task: string): Promise<MadeFile> {
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
