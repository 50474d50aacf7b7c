import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';

const LOOK_MS = 200;

/**
 * Runs what must not run in two processes at once: the second waits until the first is done or gone.
 * @template T
 * @param {string} lock path of a file that names the process at work
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
  try {
    mkdirSync(dirname(lock), { recursive: true });
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
      // A read-only checkout, say: where no lock can be written, nothing is built either.
      return true;
    }
  }
  if (isLeftBehind(lock)) {
    rmSync(lock, { force: true });
  }
  return false;
}

/** @param {string} lock */
function isLeftBehind(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // Our own number: of an earlier life of this container. None: it is being written.
    return holder === process.pid || (holder > 0 && !process.kill(holder, 0));
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
