import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram, isThere } from './find-program.mjs';

/**
 * Installs a program with Homebrew, where there is one and it has it.
 * @param {import('./table.mjs').Program} program
 * @returns {Promise<boolean>} whether the program is there now
 */
export async function brewInstall(program) {
  const brew = await findProgram('brew');
  const formulas = program.brew;
  if (!brew || !formulas) {
    return false;
  }
  await announce(
    SAY.installing(program.name),
    () => runQuiet(brew, ['install', ...formulas]),
    ({ ok }) => (ok ? undefined : SAY.failed),
  );
  return isThere(program);
}
