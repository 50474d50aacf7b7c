import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram } from './find-program.mjs';

/** Another apt (unattended upgrades, a second checkout) may hold the lock for a while. */
const LOCK_WAIT = ['-o', 'DPkg::Lock::Timeout=120'];

/** @type {Promise<boolean> | undefined} */
let refreshed;

/**
 * How apt-get is run here: directly, through sudo without a password, or not at all.
 * @returns {Promise<string[] | undefined>} what stands before `apt-get`'s arguments
 */
export async function aptCommand() {
  if (!(await findProgram('apt-get'))) {
    return undefined;
  }
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...LOCK_WAIT];
  if (process.getuid?.() === 0) {
    return apt;
  }
  return (await runQuiet('sudo', ['-n', 'true'])).ok ? ['sudo', '-n', ...apt] : undefined;
}

/**
 * Runs apt-get with these arguments, quietly.
 * @param {string[]} argv
 */
export async function apt(argv) {
  const command = await aptCommand();
  if (!command) {
    return { ok: false, code: null, output: '' };
  }
  const [program = '', ...before] = command;
  return runQuiet(program, [...before, ...argv]);
}

/** Refreshes the package lists, once in the life of the process; a failure is left to the install. */
export function refreshLists() {
  refreshed ??= announce(SAY.refreshingLists, async () => (await apt(['update'])).ok);
  return refreshed;
}

/**
 * Installs Debian packages without their recommendations.
 * @param {string[]} packages
 * @param {string[]} [options] further options of apt-get
 */
export function aptInstall(packages, options = []) {
  return apt([...options, 'install', '-y', '--no-install-recommends', ...packages]);
}
