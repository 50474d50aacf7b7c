import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';

const LOOK_MS = 200;
/** A lock file is created and written in two steps; one that is empty after this time was abandoned. */
const WRITTEN_WITHIN_MS = 5000;
const GONE = 'gone';

/**
 * Runs work that must not run in two processes at once: the second waits until the first has finished
 * or died.
 * @template T
 * @param {string} lock path of a file with the pid and start time of the working process, because pids
 *   are reused
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(lock, work) {
  for (let hasSaidSo = false; !take(lock); hasSaidSo = true) {
    if (!hasSaidSo) {
      console.log(SAY.waiting(lock));
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
      writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
        // For example a read-only checkout, in which nothing can be built either.
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
    const now = startOf(Number(pid));
    return now === GONE || now !== start;
  } catch {
    // The lock was released meanwhile.
    return false;
  }
}

/**
 * The start time of a process in the system's format; {@link GONE} if there is none. A copy of the
 * server's processIdentity, which is not built yet.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    if (process.platform !== 'linux') {
      const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
      });
      return started.trim() || GONE;
    }
    // Clock ticks since boot: field 22 of proc(5), the 20th after the name, which may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (fields[0] !== 'Z' && fields[19]) || GONE;
  } catch {
    return GONE;
  }
}
