import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { isLocked, isUnfinished, listProblemIn } from './apt-output.mjs';
import { findProgram } from './find-program.mjs';

/** No questions, words that can be read (apt-output.mjs), and no restart of what runs here. */
const ENVIRONMENT = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', 'NEEDRESTART_SUSPEND=1'];

/** Another apt (unattended upgrades, a second checkout) may be at work for a while. */
const LOCK_WAIT_MS = 120_000;
const LOCK_LOOK_MS = 2_000;
/** apt itself waits for dpkg's lock only, and tries a download again when asked to. */
const OPTIONS = [`DPkg::Lock::Timeout=${LOCK_WAIT_MS / 1000}`, 'Acquire::Retries=3'].flatMap(
  (option) => ['-o', option],
);

const UPDATE_TRIES = 3;
const UPDATE_PAUSE_MS = 3_000;

/** @typedef {import('../setup/run-quiet.mjs').Outcome} Outcome */

/** @type {Promise<string | undefined> | undefined} */
let refreshed;

/**
 * What makes a command one of the administrator's here: nothing, sudo without a password, or
 * undefined where there is no apt or it may not be used.
 * @returns {Promise<string[] | undefined>}
 */
export async function aptRights() {
  if (!(await findProgram('apt-get'))) {
    return undefined;
  }
  if (process.getuid?.() === 0) {
    return [];
  }
  return (await runQuiet('sudo', ['-n', 'true'])).ok ? ['sudo', '-n'] : undefined;
}

/**
 * Runs a program as the administrator, quietly.
 * @param {string[]} command
 * @param {string[]} [environment] `NAME=value`, which sudo would not hand on by itself
 * @returns {Promise<Outcome>}
 */
export async function runAsRoot(command, environment = []) {
  const rights = await aptRights();
  if (!rights) {
    return { ok: false, code: null, output: '' };
  }
  const [program = '', ...argv] = [...rights, 'env', ...ENVIRONMENT, ...environment, ...command];
  return runQuiet(program, argv);
}

/**
 * Runs apt-get, quietly: waits while another apt is at work, and finishes first what was broken off.
 * @param {string[]} argv
 * @param {string[]} [environment]
 * @returns {Promise<Outcome>}
 */
export async function apt(argv, environment) {
  const giveUpMs = performance.now() + LOCK_WAIT_MS;
  const command = ['apt-get', ...OPTIONS, ...argv];
  let outcome = await runAsRoot(command, environment);
  while (!outcome.ok && isLocked(outcome.output) && performance.now() < giveUpMs) {
    await delay(LOCK_LOOK_MS);
    outcome = await runAsRoot(command, environment);
  }
  if (!outcome.ok && isUnfinished(outcome.output)) {
    await runAsRoot(['dpkg', '--configure', '-a'], environment);
    outcome = await runAsRoot(command, environment);
  }
  return outcome;
}

/**
 * Refreshes the package lists, once in the life of the process.
 * @returns {Promise<string | undefined>} what was wrong; an installation may succeed nevertheless
 */
export function refreshLists() {
  refreshed ??= announce(SAY.refreshingLists, update, (problem) => problem && SAY.failed);
  return refreshed;
}

async function update() {
  for (let tries = 1; ; tries += 1) {
    const { ok, output } = await apt(['update']);
    if (ok || tries === UPDATE_TRIES) {
      return listProblemIn(output);
    }
    await delay(UPDATE_PAUSE_MS);
  }
}

/**
 * Installs Debian packages without their recommendations.
 * @param {string[]} packages
 * @param {{ options?: string[], environment?: string[] }} [more] further options of apt-get
 */
export function aptInstall(packages, { options = [], environment } = {}) {
  const argv = [...options, 'install', '-y', '--no-install-recommends', ...packages];
  return apt(argv, environment);
}

/**
 * Whether the distribution has a package, by the lists as they are.
 * @param {string} name
 */
export async function aptHas(name) {
  const { output } = await runQuiet('env', ['LC_ALL=C', 'apt-cache', 'policy', name]);
  return /^\s*Candidate: (?!\(none\))\S/m.test(output);
}
