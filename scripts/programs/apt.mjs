import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { announce } from '../setup/terminal.mjs';
import { isLocked, isUnfinished, listProblemIn, reasonIn } from './apt-output.mjs';
import { findProgram } from './find-program.mjs';

/**
 * Makes apt ask no questions, print output that we can parse (apt-output.mjs), and restart no
 * services.
 */
const ENVIRONMENT = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', 'NEEDRESTART_SUSPEND=1'];
/**
 * Keeps a package's scripts from starting its service: systemctl does nothing, and invoke-rc.d
 * assumes single-user mode. A policy file would do the same, but could be left behind.
 */
const NO_SERVICES = ['SYSTEMD_OFFLINE=1', 'RUNLEVEL=1'];
/**
 * Folders of the units of installed services. We don't look for init scripts, because those may
 * outlive the package.
 */
const UNITS = ['/lib/systemd/system', '/etc/systemd/system'];

/** How long to wait for another apt, such as unattended upgrades or a second checkout. */
const LOCK_WAIT_MS = 120_000;
const LOCK_LOOK_MS = 2_000;
/** Makes apt wait for dpkg's lock, the only one that it can wait for, and retry downloads. */
const OPTIONS = optionsOf([`DPkg::Lock::Timeout=${LOCK_WAIT_MS / 1000}`, 'Acquire::Retries=3']);
const UPDATE_TRIES = 3;

/** @type {Promise<{ ok: boolean, problem: string | undefined }> | undefined} */
let refreshed;

/**
 * Puts `-o` before each option.
 * @param {string[]} options
 */
export function optionsOf(options) {
  return options.flatMap((option) => ['-o', option]);
}

/**
 * Returns the words to put before a command to run it as root: none, or sudo if it needs no
 * password. Returns undefined if there is no apt or we may not use it.
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
 * Runs apt-get quietly as root. Waits until any other apt has finished, completes an interrupted
 * installation first, and starts no services.
 * @param {string[]} argv
 * @returns {Promise<import('../setup/run-quiet.mjs').Outcome>}
 */
export async function apt(argv) {
  const giveUpMs = performance.now() + LOCK_WAIT_MS;
  const command = ['apt-get', ...OPTIONS, ...argv];
  let outcome = await asRoot(command);
  while (!outcome.ok && isLocked(outcome.output) && performance.now() < giveUpMs) {
    await delay(LOCK_LOOK_MS);
    outcome = await asRoot(command);
  }
  if (!outcome.ok && isUnfinished(outcome.output)) {
    await asRoot(['dpkg', '--configure', '-a']);
    outcome = await asRoot(command);
  }
  return outcome;
}

/** @param {string[]} command */
async function asRoot(command) {
  const rights = (await aptRights()) ?? [];
  const [program = '', ...argv] = [...rights, 'env', ...ENVIRONMENT, ...NO_SERVICES, ...command];
  return runQuiet(program, argv);
}

/**
 * Refreshes the package lists once per process.
 * @returns the problem, if there is one; an installation may still succeed
 */
export async function refreshLists() {
  refreshed ??= announce(SAY.refreshingLists, update);
  return (await refreshed).problem;
}

async function update() {
  let outcome = await apt(['update']);
  for (let tries = 1; !outcome.ok && tries < UPDATE_TRIES; tries += 1) {
    outcome = await apt(['update']);
  }
  // apt-get exits with 0 even if it could not fetch a list, so its output decides.
  const problem = listProblemIn(outcome.output);
  return { ok: problem === undefined, problem };
}

/**
 * Installs packages without those that they only recommend.
 * @param {string[]} packages
 * @param {string[]} [options] options for apt-get
 */
export function aptInstall(packages, options = []) {
  return apt([...options, 'install', '-y', '--no-install-recommends', ...packages]);
}

/**
 * Returns the packages that contain a program on this distribution.
 * @param {import('./table.mjs').Program} program
 */
export async function packagesOf({ debian, debianElse }) {
  const policy = ['LC_ALL=C', 'apt-cache', 'policy', debian[0] ?? ''];
  const { output } = debianElse ? await runQuiet('env', policy) : { output: '' };
  return debianElse && !/^\s*Candidate: (?!\(none\))\S/m.test(output) ? debianElse : debian;
}

/**
 * Installs programs with one apt command, because each command runs the triggers of all packages on
 * the machine. Their services are neither started nor enabled, because the tests only need the
 * programs. Services that already exist are left alone.
 * @param {import('./table.mjs').Program[]} programs
 * @param {string} [failed] printed if they could not be installed
 * @returns {Promise<string | undefined>} why they could not be installed
 */
export async function aptInstallPrograms(programs, failed) {
  const listProblem = await refreshLists();
  const packages = (await Promise.all(programs.map(packagesOf))).flat();
  const services = programs.flatMap((program) => program.services ?? []);
  const before = await Promise.all(services.map(hasService));
  const names = programs.map(({ name }) => name).join(', ');
  const { ok, output } = await announce(SAY.installing(names), () => aptInstall(packages), failed);
  // Even if the command failed, some of them may be installed.
  for (const name of services.filter((_, i) => !before[i])) {
    if (await hasService(name)) {
      // Both commands are needed: one handles System V scripts, the other handles services without
      // such a script.
      await asRoot(['update-rc.d', name, 'disable']);
      await asRoot(['systemctl', '--quiet', 'disable', `${name}.service`]);
    }
  }
  return ok ? undefined : [reasonIn(output), listProblem].filter(Boolean).join('; ');
}

/** @param {string} name */
async function hasService(name) {
  const looks = await Promise.allSettled(
    UNITS.map((folder) => access(`${folder}/${name}.service`)),
  );
  return looks.some(({ status }) => status === 'fulfilled');
}
