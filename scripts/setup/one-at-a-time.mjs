import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '../../apps/api/src/infra/process/process-identity.js';
import { SAY } from '../messages.mjs';

const LOOK_MS = 200;
/**
 * A process creates and writes a lock file in two steps. A file that is still empty after this time
 * was abandoned.
 */
const WRITTEN_WITHIN_MS = 5000;

/**
 * Runs work that must not run in two processes at once. The second process waits until the first
 * has finished or died.
 * @template T
 * @param {string} lock path of the lock file. It contains the pid of the working process, and its
 * start time, because pids are reused.
 * @param {() => Promise<T>} work
 * @param {(lock: string) => void} [onWaiting] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function oneAtATime(
  lock,
  work,
  onWaiting = () => {
    console.log(SAY.waiting(lock));
  },
) {
  for (let hasSaidSo = false; !take(lock); hasSaidSo = true) {
    if (!hasSaidSo) {
      onWaiting(lock);
    }
    await delay(LOOK_MS);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} lock */
function take(lock) {
  for (;;) {
    try {
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, `${process.pid} ${processIdentity(process.pid)}`, { flag: 'wx' });
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
        // The checkout may be read-only, for example. Then nothing can be built in it either.
        return true;
      }
    }
    if (!isLeftBehind(lock)) {
      return false;
    }
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function isLeftBehind(lock) {
  try {
    const [, pid, start] = /^(\d+) (.+)$/.exec(readFileSync(lock, 'utf8')) ?? [];
    if (pid === undefined) {
      return Date.now() - statSync(lock).mtimeMs > WRITTEN_WITHIN_MS;
    }
    return processIdentity(Number(pid)) !== start;
  } catch {
    // The lock was released in the meantime.
    return false;
  }
}
