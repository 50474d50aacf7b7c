import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Reads the peaks of a process and of all below it, again and again. In a thread: the loop of the
 * test is busy at times, and a child that has ended tells nothing any more.
 */
const WATCH = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const peaks = new Map();
const look = (pid) => {
  try {
    const status = readFileSync('/proc/' + pid + '/status', 'latin1');
    const peak = Number(/^VmHWM:\\s+(\\d+) kB/m.exec(status)?.[1] ?? 0);
    peaks.set(pid, Math.max(peak, peaks.get(pid) ?? 0));
    readFileSync('/proc/' + pid + '/task/' + pid + '/children', 'latin1')
      .split(' ').filter(Boolean).forEach(look);
  } catch {}
};
const timer = setInterval(() => look(workerData), 2);
parentPort.once('message', () => {
  clearInterval(timer);
  parentPort.postMessage([...peaks.values()].reduce((sum, kb) => sum + kb, 0) * 1024);
});
`;

/**
 * Watches a process from now on (Linux).
 * @returns what ends that, and tells the sum of the peaks (resident bytes) of it and its children.
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
