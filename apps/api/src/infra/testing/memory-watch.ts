import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * How often to look, in milliseconds. The kernel remembers each process's peak, so only memory that
 * a process takes just before it ends is missed. Looking every 2 ms took as much CPU time as
 * yt-dlp.
 */
const EVERY_MS = 10;

/**
 * Repeatedly adds up the memory peaks of a process and its current descendants. Runs in a thread,
 * because the test's event loop is sometimes busy, and a dead child reports nothing. When a child
 * ends, its share is subtracted. A forked child that has not called exec yet shows the pages of its
 * parent, and these must not be added to the child's later peak.
 */
const WATCH = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
let most = 0;
const held = (pid) => {
  let kb = 0;
  try {
    const status = readFileSync('/proc/' + pid + '/status', 'latin1');
    kb = Number(/^VmHWM:\\s+(\\d+) kB/m.exec(status)?.[1] ?? 0);
    readFileSync('/proc/' + pid + '/task/' + pid + '/children', 'latin1')
      .split(' ').filter(Boolean).forEach((child) => (kb += held(child)));
  } catch {}
  return kb;
};
const timer = setInterval(() => (most = Math.max(most, held(workerData))), ${EVERY_MS});
parentPort.once('message', () => {
  clearInterval(timer);
  parentPort.postMessage(most * 1024);
});
`;

/**
 * Watches a process from now on (Linux only).
 * @returns a function that stops watching, and returns the most memory that the process and its
 * children held at the same time (resident bytes)
 */
export function watchMemory(pid: number): () => Promise<number> {
  const worker = new Worker(WATCH, { eval: true, workerData: pid });
  return async () => {
    const told = once(worker, 'message') as Promise<[number]>;
    worker.postMessage('end');
    const [bytes] = await told;
    await worker.terminate();
    return bytes;
  };
}
