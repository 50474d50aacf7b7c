import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/**
 * Watches the resident memory of a process (Linux: /proc), without its children.
 * @param {number} pid
 * @returns {{ stop: () => number }} stop gives the peak in MB
 */
export function watchMemory(pid) {
  let peak = 0;
  const look = () => {
    try {
      const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      peak = Math.max(peak, Number(kb ?? 0) / 1024);
    } catch {
      // Gone, or not Linux: the figure stays what it was.
    }
  };
  const timer = setInterval(look, EVERY_MS);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return Math.round(peak);
    },
  };
}
