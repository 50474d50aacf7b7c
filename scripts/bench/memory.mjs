import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { watchMemory } from './watch-memory.mjs';
import { startOrigin } from './origin.mjs';
import { startServer, timeMerge } from './server.mjs';

const MERGES = 20;
const MB = 1e6;
/** What a server has taken for its start is given back within this. */
const SETTLE_MS = 5000;

/** Resident memory of a server with the embedded database: on an empty folder, and after 20 merges. */
export async function bench() {
  const origin = await startOrigin(20 * MB);
  const begun = performance.now();
  const server = await startServer();
  const startSeconds = (performance.now() - begun) / 1000;
  const memory = watchMemory(server.pid);
  try {
    await delay(SETTLE_MS);
    console.log(`first start on an empty folder: ${startSeconds.toFixed(1)} s`);
    report('after the start', server.pid);
    for (let merge = 0; merge < MERGES; merge += 1) {
      await timeMerge(server.url, `${origin.url}/dash/big.mpd?merge=${merge}`);
    }
    await delay(SETTLE_MS);
    report(`after ${MERGES} merges of ${20} MB`, server.pid);
    console.log(`${'at the peak'.padEnd(28)} ${memory.stop()} MB`);
  } finally {
    await server.stop();
    await origin.stop();
  }
}

/**
 * Prints the resident memory of a process (Linux), and what of it is its own.
 * @param {string} when
 * @param {number} pid
 */
function report(when, pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (/** @type {string} */ name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  console.log(
    `${when.padEnd(28)} ${megabytes('VmRSS')} MB, ${megabytes('RssAnon')} MB without mapped files`,
  );
}
