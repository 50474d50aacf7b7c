import { SAY } from '../messages.mjs';
import { readText } from '../setup/repository.mjs';
import { aptInstallPrograms, aptRights } from './apt.mjs';
import { isThere } from './find-program.mjs';
import { isSnapOnly, wrongVariable } from './install-program.mjs';
import { PROGRAMS } from './table.mjs';

/** @typedef {import('./table.mjs').Program} Program */

/** @type {Promise<void> | undefined} */
let begun;

/**
 * Installs all missing programs that apt has, if there are several. Others, and all if one of the
 * packages cannot be installed, are left to `installProgram`. Needs no npm packages, so that apt
 * works while npm waits for downloads. A process does this once, for the purposes of the first call.
 * @param {import('./table.mjs').Purpose[]} purposes
 */
export function installAhead(purposes) {
  begun ??= neededFor(purposes).then(installTogether);
  return begun;
}

/**
 * Returns the programs that this system needs for these purposes.
 * @param {import('./table.mjs').Purpose[]} purposes
 */
export async function neededFor(purposes) {
  const systems = [process.platform, await distribution()];
  return PROGRAMS.filter(
    ({ purpose, only = [process.platform] }) =>
      purposes.includes(purpose) && systems.some((system) => only.some((one) => one === system)),
  );
}

/**
 * Installs programs with one apt command.
 * @param {Program[]} programs
 */
export async function installTogether(programs) {
  /** @type {Program[]} */
  const chosen = [];
  for (const program of programs) {
    const isElsewhere = (await wrongVariable(program)) !== undefined || (await isSnapOnly(program));
    if (!program.isFallback && !isElsewhere && !(await isThere(program))) {
      chosen.push(program);
    }
  }
  // Ask sudo only if needed, because it may log a refusal or report it to the administrator.
  if (chosen.length > 1 && (await aptRights())) {
    await aptInstallPrograms(chosen, SAY.oneByOne);
  }
}

/** Returns the distribution's id (such as `debian`), if it has one. */
async function distribution() {
  return /^ID=["']?([a-z]+)/m.exec(await readText('/etc/os-release'))?.[1];
}
