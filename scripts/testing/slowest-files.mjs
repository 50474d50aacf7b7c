import { relative } from 'node:path';
import { ROOT } from '../setup/repository.mjs';

const SHOWN = 20;

/**
 * Returns the slowest spec files, to show where tests can be made faster.
 * @param {readonly { name: string, startTime: number, endTime: number }[]} files as jest reports
 * them, in milliseconds
 * @returns {string[]} one line each, slowest first
 */
export function slowestFiles(files) {
  return files
    .map(({ name, startTime, endTime }) => ({
      path: relative(ROOT, name),
      ms: endTime - startTime,
    }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`);
}
