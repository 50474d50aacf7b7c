import { spawn } from 'node:child_process';
import { SAY } from '../messages.mjs';
import { ROOT } from './root.mjs';

/** Time a program gets between being asked to end and being killed. */
const GRACE_MS = 10_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Set when all are ended for good: whoever waited for one of them must not start the next. */
let closing = false;

/**
 * @typedef {object} Options
 * @property {string} name for people
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [timeoutMs] without it may run for ever
 * @property {(text: string) => void} [onOutput] reads along what it prints on stdout
 *
 * @typedef {object} Shown
 * @property {Promise<number | null>} ended its exit code, null when it was killed or never started
 * @property {() => Promise<void>} end asks it to end, insists after 10 s, resolves when it is gone
 */

/**
 * Runs a program in a process group of its own, showing what it prints, until it ends.
 * @param {string} command
 * @param {string[]} argv
 * @param {Options} options
 */
export function runShown(command, argv, options) {
  return startShown(command, argv, options).ended;
}

/**
 * Starts a program in a process group of its own, showing what it prints.
 * @param {string} command
 * @param {string[]} argv
 * @param {Options} options
 * @returns {Shown}
 */
export function startShown(command, argv, { name, env, timeoutMs, onOutput }) {
  if (closing) {
    return { ended: Promise.resolve(null), end: () => Promise.resolve() };
  }
  const child = spawn(command, argv, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', onOutput ? 'pipe' : 'inherit', 'inherit'],
  });
  running.add(child);
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    onOutput?.(text);
  });
  const stopLate = () => {
    console.log(SAY.stageTimedOut(name, (timeoutMs ?? 0) / 60_000));
    void endGroup(child);
  };
  const deadline = timeoutMs && setTimeout(stopLate, timeoutMs);
  const ended = new Promise((resolve) => {
    const finish = (code) => {
      clearTimeout(deadline);
      running.delete(child);
      resolve(code);
    };
    child.once('error', () => finish(null)).once('close', finish);
  });
  return { ended, end: () => (running.has(child) ? endGroup(child) : Promise.resolve()) };
}

/** Ends everything started here, with all it started in turn; nothing starts after. */
export async function endAllShown() {
  closing = true;
  await Promise.all([...running].map(endGroup));
}

/** Whether {@link endAllShown} was called. */
export function isClosing() {
  return closing;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function endGroup(child) {
  return new Promise((resolve) => {
    const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    child.once('close', () => {
      clearTimeout(insist);
      // The leader has gone; what it left behind goes too.
      signalGroup(child, 'SIGKILL');
      resolve();
    });
    signalGroup(child, 'SIGTERM');
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid) {
      process.kill(-child.pid, signal);
    }
  } catch {
    // Nobody is left in the group.
  }
}
