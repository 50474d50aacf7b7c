import { execa } from 'execa';
import { SAY } from '../messages.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { ROOT } from './repository.mjs';
import { Fatal } from './terminal.mjs';

/** Time a group gets between being asked to end and being killed. */
const GRACE_MS = 10_000;

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Runs a program without showing what it prints, and never throws: one that cannot be started, is
 * killed or passes its deadline is not ok. Ends together with us.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, extendEnv?: boolean, timeout?: number }} [options] timeout in milliseconds
 * @returns {Promise<Outcome>}
 */
export async function runQuiet(command, argv, options = {}) {
  const quietly = /** @type {const} */ ({ stdin: 'ignore', all: true, reject: false });
  const result = await execa(command, argv, { cwd: ROOT, ...quietly, ...options });
  return { ok: !result.failed, output: result.all || (result.originalMessage ?? '') };
}

/**
 * Runs npm without showing what it prints.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 */
export function npm(argv, env) {
  return runQuiet(...npmCommand(argv), { env: npmEnvironment(env), extendEnv: false });
}

/**
 * @typedef {object} Group a program with all that it starts in turn
 * @property {Promise<number | null>} ended its exit code, null when it was killed or never started
 * @property {Promise<string>} output what it printed, when it has ended; '' where that was shown
 * @property {() => Promise<void>} end asks all of it to end, insists after 10 s, resolves when it is gone
 */

/** @type {Set<Group>} */
const running = new Set();
let isEnding = false;

/**
 * Starts a program in a process group of its own.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {{ quiet?: boolean }} [options] quiet: its output is kept; else it is shown as it comes
 * @returns {Group}
 * @throws {Fatal} once {@link endGroups} was called: nobody would end what starts after that
 */
export function startGroup(command, argv, env, { quiet = false } = {}) {
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
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    try {
      process.kill(-(child.pid ?? NaN), name);
    } catch {
      // Nobody is left in the group, or it never started.
    }
  };
  const ended = child.then(({ exitCode }) => {
    running.delete(group);
    // The leader has gone; what it left behind goes too.
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

/** Ends every group that runs, and lets none start from now on. */
export async function endGroups() {
  isEnding = true;
  await Promise.all([...running].map((group) => group.end()));
}
