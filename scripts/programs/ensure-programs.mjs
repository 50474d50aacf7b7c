import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { Fatal } from '../setup/fatal.mjs';
import { aptCommand, aptInstall, refreshLists } from './apt.mjs';
import { brewInstall } from './brew.mjs';
import { findProgram, isThere } from './find-program.mjs';
import { PROGRAMS, YT_DLP } from './table.mjs';
import { ensureYtDlp } from './yt-dlp.mjs';

/**
 * Finds or installs every program needed for the purposes.
 * For tests the newest yt-dlp is not asked for: a test run must not depend on what was released
 * this morning, nor reach past the package archives.
 * @param {import('./table.mjs').Purpose[]} purposes
 * @throws {Fatal} naming all that are missing and cannot be installed, with the command for each
 */
export async function ensurePrograms(purposes) {
  const needed = PROGRAMS.filter(
    ({ purpose, only }) => purposes.includes(purpose) && (!only || only === process.platform),
  );
  await install(await missingOf(needed));
  const missing = await missingOf(needed);
  if (purposes.includes('run') && !(await ensureYtDlp({ fetch: !purposes.includes('test') }))) {
    missing.push(YT_DLP);
  }
  if (missing.length > 0) {
    const command = await installCommand();
    throw new Fatal(missing.map((program) => sentence(program, command)).join('\n'));
  }
}

/** @param {import('./table.mjs').Program[]} programs */
async function missingOf(programs) {
  const there = await Promise.all(programs.map(isThere));
  return programs.filter((_, i) => !there[i]);
}

/** @param {import('./table.mjs').Program[]} programs */
async function install(programs) {
  if (programs.length === 0) {
    return;
  }
  if (!(await aptCommand())) {
    for (const program of programs) {
      await brewInstall(program);
    }
    return;
  }
  await refreshLists();
  // One by one: a package this distribution does not have must not keep the others away.
  for (const program of programs) {
    await announce(
      SAY.installing(program.name),
      () => aptInstall(program.debian),
      ({ ok }) => (ok ? undefined : SAY.failed),
    );
  }
}

/** @returns {Promise<'apt' | 'brew' | undefined>} the manager a person would install with here */
async function installCommand() {
  if (await findProgram('apt-get')) {
    return 'apt';
  }
  return (await findProgram('brew')) ? 'brew' : undefined;
}

/**
 * @param {import('./table.mjs').Program} program
 * @param {'apt' | 'brew' | undefined} manager
 */
function sentence({ name, why, debian, brew }, manager) {
  if (manager === 'apt') {
    const command = `sudo apt-get install -y --no-install-recommends ${debian.join(' ')}`;
    return SAY.missing(name, why, SAY.runCommand(command));
  }
  if (manager === 'brew' && brew) {
    return SAY.missing(name, why, SAY.runCommand(`brew install ${brew.join(' ')}`));
  }
  return SAY.missing(name, why, SAY.installByHand(name));
}
