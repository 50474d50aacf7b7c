import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';
import { runQuiet } from '../setup/run.mjs';
import { announce } from '../setup/terminal.mjs';
import { isLocked, isUnfinished, listProblemIn, reasonIn } from './apt-output.mjs';
import { findProgram } from './find-program.mjs';

/** No questions, words that can be read (apt-output.mjs), and no restart of what runs here. */
const ENVIRONMENT = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C', 'NEEDRESTART_SUSPEND=1'];
/**
 * Keeps a package's scripts from starting its service, without a file that could stay behind:
 * systemctl talks to nobody, and invoke-rc.d takes the machine for one in single-user mode.
 */
const NO_SERVICES = ['SYSTEMD_OFFLINE=1', 'RUNLEVEL=1'];
/** Where the unit of an installed service lies (its script may outlive the package). */
const UNITS = ['/lib/systemd/system', '/etc/systemd/system'];

/** Another apt (unattended upgrades, a second checkout) may be at work for a while. */
const LOCK_WAIT_MS = 120_000;
const LOCK_LOOK_MS = 2_000;
/** apt itself waits for dpkg's lock only, and tries a download again when asked to. */
const OPTIONS = optionsOf([`DPkg::Lock::Timeout=${LOCK_WAIT_MS / 1000}`, 'Acquire::Retries=3']);
const UPDATE_TRIES = 3;

/** @type {Promise<{ ok: boolean, problem: string | undefined }> | undefined} */
let refreshed;

/**
 * `-o` for each.
 * @param {string[]} options
 */
export function optionsOf(options) {
  return options.flatMap((option) => ['-o', option]);
}

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
 * Runs apt-get as the administrator, quietly: waits while another apt is at work, and finishes
 * first what was broken off. No service is started.
 * @param {string[]} argv
 * @returns {Promise<import('../setup/run.mjs').Outcome>}
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
 * Refreshes the package lists, once in the life of the process.
 * @returns what was wrong with them; an installation may succeed nevertheless
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
  // apt-get ends with 0 also where a list could not be had.
  const problem = listProblemIn(outcome.output);
  return { ok: problem === undefined, problem };
}

/**
 * Installs Debian packages without their recommendations.
 * @param {string[]} packages
 * @param {string[]} [options] of apt-get
 */
export function aptInstall(packages, options = []) {
  return apt([...options, 'install', '-y', '--no-install-recommends', ...packages]);
}

/**
 * The packages a program comes in here.
 * @param {import('./table.mjs').Program} program
 */
export async function packagesOf({ debian, debianElse }) {
  const policy = ['LC_ALL=C', 'apt-cache', 'policy', debian[0] ?? ''];
  const { output } = debianElse ? await runQuiet('env', policy) : { output: '' };
  return debianElse && !/^\s*Candidate: (?!\(none\))\S/m.test(output) ? debianElse : debian;
}

/**
 * Installs a program with apt. A service it brings is not started, now or with the machine: the
 * tests want its programs only. One that was there before is its owner's to run.
 * @param {import('./table.mjs').Program} program
 * @returns {Promise<string | undefined>} why it could not be installed
 */
export async function aptInstallProgram(program) {
  const listProblem = await refreshLists();
  const packages = await packagesOf(program);
  const before = await Promise.all((program.services ?? []).map(hasService));
  const { ok, output } = await announce(SAY.installing(program.name), () => aptInstall(packages));
  if (!ok) {
    return [reasonIn(output), listProblem].filter(Boolean).join('; ');
  }
  for (const name of (program.services ?? []).filter((_, i) => !before[i])) {
    // Both: one knows the scripts of System V, the other what has no such script any more.
    await asRoot(['update-rc.d', name, 'disable']);
    await asRoot(['systemctl', '--quiet', 'disable', `${name}.service`]);
  }
  return undefined;
}

/** @param {string} name */
async function hasService(name) {
  const looks = await Promise.allSettled(
    UNITS.map((folder) => access(`${folder}/${name}.service`)),
  );
  return looks.some(({ status }) => status === 'fulfilled');
}
