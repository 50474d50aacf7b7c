import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { descendantsOf } from '../../../test/harness/processes.js';

/** Rarely, because the kernel counts every page of every process. */
const TREE_EVERY_MS = 1000;

/** Memory of a process in MB (Linux): resident, its anonymous part, and the peak so far. */
export function memoryOf(pid: number): { resident: number; own: number; peak: number } {
  const megabytes = (name: string): number =>
    numberIn(`/proc/${pid}/status`, new RegExp(`${name}:\\s+(\\d+)`)) / 1024;
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon'), peak: megabytes('VmHWM') };
}

/** Resets the peak (proc(5)), to exclude the start. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** @returns processor time of all threads so far, milliseconds. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) => numberIn(`/proc/${pid}/task/${id}/schedstat`, /^(\d+)/));
  return sum(nanoseconds) / 1e6;
}

/**
 * Watches the memory of a process and its descendants; shared pages count once.
 * @returns a function that stops watching and returns the peak in MB.
 */
export function watchTree(pid: number): () => number {
  let peak = 0;
  const look = (): number => (peak = Math.max(peak, treeMb(pid)));
  const timer = setInterval(look, TREE_EVERY_MS);
  look();
  return () => {
    clearInterval(timer);
    return look();
  };
}

function treeMb(pid: number): number {
  const tree = [pid, ...descendantsOf(pid).map((one) => one.pid)];
  return sum(tree.map((one) => numberIn(`/proc/${one}/smaps_rollup`, /Pss:\s+(\d+)/))) / 1024;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** @returns 0 if the process has ended. */
function numberIn(file: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
