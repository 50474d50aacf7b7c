import { readFile } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { aptInstallProgram, packagesOf } from './apt-program.mjs';
import { aptRights } from './apt.mjs';
import { brewInstall } from './brew.mjs';
import { findProgram, isExecutable } from './find-program.mjs';

/**
 * @typedef {object} Missing
 * @property {import('./table.mjs').Program} program
 * @property {string | undefined} why what the one who was to install it said
 */

/**
 * Installs a program with what this machine installs with.
 * @param {import('./table.mjs').Program} program
 * @returns {Promise<string | undefined>} why it could not be installed, as far as that is known
 */
export async function installProgram(program) {
  const variable = await wrongVariable(program);
  if (variable) {
    return SAY.notAtPath(variable, process.env[variable]);
  }
  if (await isSnapOnly(program)) {
    return SAY.snapOnly;
  }
  if (await aptRights()) {
    return aptInstallProgram(program);
  }
  return (await findProgram('apt-get')) ? SAY.noRights : brewInstall(program);
}

/**
 * The sentence about a program that could not be installed, with the command for a person to run.
 * @param {Missing} missing
 */
export async function missingSentence({ program, why }) {
  const remedy = await remedyFor(program);
  return SAY.missing({ name: program.name, purpose: program.why, why, remedy });
}

/** @param {import('./table.mjs').Program} program */
async function remedyFor(program) {
  const variable = await wrongVariable(program);
  if (variable) {
    return SAY.correctVariable(variable);
  }
  const command = await commandFor(program);
  return command ? SAY.runCommand(command) : SAY.installByHand(program.name);
}

/** @param {import('./table.mjs').Program} program */
async function commandFor(program) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (await isSnapOnly(program)) {
    return `${sudo}snap install ${program.snap}`;
  }
  if (await findProgram('apt-get')) {
    const packages = (await packagesOf(program)).join(' ');
    return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages}`;
  }
  return program.brew && (await findProgram('brew'))
    ? `brew install ${program.brew.join(' ')}`
    : undefined;
}

/**
 * A variable that decides alone where a program is, and names none: installing would change nothing.
 * @param {import('./table.mjs').Program} program
 */
async function wrongVariable({ givenBy = {} }) {
  for (const variable of Object.values(givenBy)) {
    const given = process.env[variable];
    if (given && !(await isExecutable(given))) {
      return variable;
    }
  }
  return undefined;
}

/**
 * Ubuntu's apt has it in name only: its package asks snap.
 * @param {import('./table.mjs').Program} program
 */
async function isSnapOnly({ snap }) {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return Boolean(snap) && /^ID=["']?ubuntu["']?$/m.test(release);
}
