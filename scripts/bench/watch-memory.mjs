import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 20;
/** A process tree is not walked as often: each page of each process is counted. */
const TREE_EVERY_MS = 1000;

/**
 * Watches the resident memory of a process (Linux: /proc).
 * @param {number} pid
 * @param {{ withChildren?: boolean }} [options] withChildren: of all that it started, too; what they share is counted once
 * @returns {{ stop: () => number }} stop gives the peak in MB
 */
export function watchMemory(pid, { withChildren = false } = {}) {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, withChildren ? treeKb(pid) : residentKb(pid));
  };
  const timer = setInterval(look, withChildren ? TREE_EVERY_MS : EVERY_MS);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return Math.round(peak / 1024);
    },
  };
}

/** @param {number} pid */
function residentKb(pid) {
  return numberIn(`/proc/${pid}/status`, /VmRSS:\s+(\d+)/);
}

/** @param {number} pid */
function treeKb(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const one of readdirSync('/proc').map(Number).filter(Boolean)) {
    const parent = numberIn(`/proc/${one}/status`, /PPid:\s+(\d+)/);
    children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  const tree = [pid];
  for (const one of tree) {
    tree.push(...(children.get(one) ?? []));
  }
  return tree.reduce((sum, one) => sum + numberIn(`/proc/${one}/smaps_rollup`, /Pss:\s+(\d+)/), 0);
}

/**
 * @param {string} file
 * @param {RegExp} pattern
 * @returns {number} 0 when the process is gone, or this is not Linux
 */
function numberIn(file, pattern) {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
