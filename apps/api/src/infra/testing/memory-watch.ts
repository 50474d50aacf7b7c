import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Adds up the peaks of a process and of all that are below it at that moment, again and again. In a
 * thread: the loop of the test is busy at times, and a child that has ended tells nothing any more.
 * What a child held is given back when it ends; and one that was forked and has not yet become its
 * program shows the pages of its parent, which must not be added to what that one holds later.
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
const timer = setInterval(() => (most = Math.max(most, held(workerData))), 2);
parentPort.once('message', () => {
  clearInterval(timer);
  parentPort.postMessage(most * 1024);
});
`;

/**
 * Watches a process from now on (Linux).
 * @returns what ends that, and tells the most that it and its children held at once (resident bytes).
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
