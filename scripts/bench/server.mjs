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
  const { formats = [], ...info } = await search(url, link);
  const task = formats.find((format) => format.kind === 'merge')?.task_id;
  if (task === undefined) {
    throw new Error(`nothing to merge: ${JSON.stringify(info)}`);
  }
  return timeTask(url, task);
}

/**
 * Searches a link and makes something of its best format.
 * @param {string} url of the server
 * @param {string} link
 * @param {object} recipe what is wished for
 * @returns {Promise<number>} seconds from the wish to `complete`
 * @throws {Error} with the task's own words when it fails
 */
export async function timeWish(url, link, recipe) {
  const { formats = [] } = await search(url, link);
  const offer = formats.find((format) => format.recommended) ?? formats[0];
  const reply = await post(`${url}/api/download/tasks`, { task_id: offer?.offer_id, recipe });
  const { task_id: task = '' } = /** @type {{ task_id?: string }} */ (reply);
  return timeTask(url, task);
}

/**
 * @param {string} url of the server
 * @param {string} link
 */
async function search(url, link) {
  const reply = await post(`${url}/api/download-video`, { tweet_url: link });
  return /** @type {import('@dipper/contract').VideoInfo} */ (reply);
}

/**
 * @param {string} url
 * @param {object} body
 * @returns {Promise<unknown>}
 */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return reply.json();
}

/**
 * @param {string} url of the server
 * @param {string} task
 */
async function timeTask(url, task) {
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
