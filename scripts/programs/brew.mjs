import { SAY } from '../messages.mjs';
import { announce } from '../setup/announce.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram } from './find-program.mjs';

/** What it calls its mistakes. */
const ERROR = /^Error: (.+)$/m;

/**
 * Installs a program with Homebrew, where there is one and it has it.
 * @param {import('./table.mjs').Program} program
 * @returns {Promise<string | undefined>} why it could not be installed, as far as that is known
 */
export async function brewInstall(program) {
  const brew = await findProgram('brew');
  const formulas = program.brew;
  if (!brew || !formulas) {
    return undefined;
  }
  const { ok, output } = await announce(
    SAY.installing(program.name),
    () => runQuiet(brew, ['install', ...formulas]),
    (outcome) => (outcome.ok ? undefined : SAY.failed),
  );
  return ok ? undefined : ERROR.exec(output)?.[1];
}
