import { SAY } from '../messages.mjs';
import { readText } from '../setup/repository.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { announce } from '../setup/terminal.mjs';
import { aptInstallPrograms, aptRights, packagesOf } from './apt.mjs';
import { findProgram, isExecutable } from './find-program.mjs';

/** @typedef {import('./table.mjs').Program} Program */

/**
 * Installs a program with this machine's package manager.
 * @param {Program} program
 * @returns {Promise<string | undefined>} why the program could not be installed, if known
 */
export async function installProgram(program) {
  const wrong = await wrongVariable(program);
  if (wrong) {
    return SAY.notAtPath(...wrong);
  }
  if (await isSnapOnly(program)) {
    return SAY.snapOnly;
  }
  if (await aptRights()) {
    return aptInstallPrograms([program]);
  }
  return (await findProgram('apt-get')) ? SAY.needsAdministrator : brewInstall(program);
}

/** @param {Program} program */
async function brewInstall({ name, brew }) {
  const command = await findProgram('brew');
  if (!command || !brew) {
    return undefined;
  }
  const install = () => runQuiet(command, ['install', ...brew]);
  const { ok, output } = await announce(SAY.installing(name), install);
  return ok ? undefined : /^Error: (.+)$/m.exec(output)?.[1];
}

/**
 * Returns the message about a program that could not be installed, with a command to run by hand.
 * @param {Program} program
 * @param {string} [reason]
 */
export async function missingSentence(program, reason) {
  const { name, why } = program;
  return SAY.missing({ name, why, ...(reason && { reason }), remedy: await remedyFor(program) });
}

/** @param {Program} program */
async function remedyFor(program) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const [wrong] = (await wrongVariable(program)) ?? [];
  if (wrong) {
    return SAY.correctVariable(wrong);
  }
  if (await isSnapOnly(program)) {
    return SAY.runCommand(`${sudo}snap install ${program.snap}`);
  }
  if (await findProgram('apt-get')) {
    const packages = (await packagesOf(program)).join(' ');
    const install = `${sudo}apt-get install -y --no-install-recommends ${packages}`;
    return SAY.runCommand(`${sudo}apt-get update && ${install}`);
  }
  return program.brew && (await findProgram('brew'))
    ? SAY.runCommand(`brew install ${program.brew.join(' ')}`)
    : SAY.installByHand(program.name);
}

/**
 * Finds a variable that overrides the search for a program, but whose path is not a program.
 * Installing the program would not help then.
 * @param {Program} program
 * @returns {Promise<[variable: string, path: string] | undefined>}
 */
export async function wrongVariable({ givenBy = {} }) {
  for (const variable of Object.values(givenBy)) {
    const given = process.env[variable];
    if (given && !(await isExecutable(given))) {
      return [variable, given];
    }
  }
  return undefined;
}

/**
 * True if Ubuntu's apt has only a placeholder package that installs the snap.
 * @param {Program} program
 */
export async function isSnapOnly({ snap }) {
  return Boolean(snap) && /^ID=["']?ubuntu["']?$/m.test(await readText('/etc/os-release'));
}
