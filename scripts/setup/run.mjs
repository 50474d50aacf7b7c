import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { SAY } from '../messages.mjs';
import { ROOT } from './repository.mjs';
import { Fatal } from './terminal.mjs';

/** How long a group that was asked to end has before it is killed, in milliseconds. */
const GRACE_MS = 10_000;

/**
 * @typedef {object} Group A program and all its child processes
 * @property {Promise<number | null>} ended the program's exit code; null if it was killed or never
 *   started
 * @property {Promise<string>} output the program's output, once it has ended; '' if the output was
 *   shown
 * @property {() => Promise<void>} end asks all processes to end and kills them after 10 s; resolves
 *   when they are gone
 */

/** @type {Set<Group>} */
const running = new Set();
let isEnding = false;

/**
 * Starts a program in a new process group.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {{ quiet?: boolean, niceness?: number }} [options] quiet: keeps the output instead of
 *   showing it; niceness: how much the group yields to others, from 0 to 19
 * @returns {Group}
 * @throws {Fatal} if {@link endGroups} has been called, because nothing would end the new group
 */
export function startGroup(command, argv, env, { quiet = false, niceness = 0 } = {}) {
  if (isEnding) {
    throw new Fatal(SAY.interrupted);
  }
  const out = quiet ? 'pipe' : 'inherit';
  const stdio = /** @type {['ignore', 'pipe' | 'inherit', 'pipe' | 'inherit']} */ ([
    'ignore',
    out,
    out,
  ]);
  const ways = { env, extendEnv: false, detached: true, reject: false };
  const options = { cwd: ROOT, stdio, all: quiet, ...ways };
  const child = execa(command, argv, options);
  if (niceness > 0) {
    yieldToOthers(child.pid, niceness);
  }
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      process.kill(-(child.pid ?? NaN), name);
    } catch {
      // The group is empty, or it never started.
    }
  };
  const ended = child.then(({ exitCode }) => {
    running.delete(group);
    // The group's leader has ended, so this kills any processes that it left behind.
    signal('SIGKILL');
    return exitCode ?? null;
  });
  const output = child.then(({ all }) => all ?? '');
  const end = async () => {
    const insist = setTimeout(() => signal('SIGKILL'), GRACE_MS);
    signal('SIGTERM');
    await ended;
    clearTimeout(insist);
  };
  const group = { ended, output, end };
  running.add(group);
  return group;
}

/**
 * Lowers the priority of a program and of its session. It may have ended already.
 * @param {number | undefined} pid
 * @param {number} niceness
 */
function yieldToOthers(pid, niceness) {
  try {
    setPriority(pid ?? NaN, niceness);
    // Linux compares niceness only within a session, and this value between sessions (sched(7),
    // "The autogroup feature"). Other systems have no such file.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
  } catch {
    // It runs at normal priority.
  }
}

/** Ends all running groups, and prevents new ones from starting. */
export async function endGroups() {
  isEnding = true;
  await Promise.all([...running].map((group) => group.end()));
}
