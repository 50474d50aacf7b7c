import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerProcess } from '../../test/harness/server-process.mjs';

/**
 * @typedef {object} BenchServer
 * @property {string} url
 * @property {number} pid
 * @property {string} dataDir
 * @property {() => Promise<void>} stop ends it and deletes its data
 */

/**
 * The built server with an empty DATA_DIR, as `npm start` runs it.
 * @param {Record<string, string>} [env]
 * @returns {Promise<BenchServer>}
 */
export async function startServer(env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dipper-bench-'));
  const server = await new ServerProcess({ dataDir, env }).ready();
  const stop = async () => {
    await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, pid: server.pid, dataDir, stop };
}

/**
 * Searches a link and merges its best format.
 * @param {string} url of the server
 * @param {string} link
 * @returns {Promise<number>} seconds from start-merge to `complete`
 * @throws {Error} with the task's own words when it fails
 */
export async function timeMerge(url, link) {
  const search = await fetch(`${url}/api/download-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: link }),
  });
  const info = /** @type {import('@dipper/contract').VideoInfo} */ (await search.json());
  const task = info.formats?.find((format) => format.kind === 'merge')?.task_id;
  if (task === undefined) {
    throw new Error(`nothing to merge: ${JSON.stringify(info)}`);
  }
  const begun = performance.now();
  await fetch(`${url}/api/download/start-merge?task_id=${task}`);
  for (;;) {
    const reply = await fetch(`${url}/api/download/status/${task}`);
    const { status, message } = /** @type {import('@dipper/contract').MergeStatus} */ (
      await reply.json()
    );
    if (status === 'complete') {
      return (performance.now() - begun) / 1000;
    }
    if (status === 'error') {
      throw new Error(message);
    }
    await delay(10);
  }
}
