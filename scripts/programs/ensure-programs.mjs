import { Fatal } from '../setup/terminal.mjs';
import { isThere } from './find-program.mjs';
import { installProgram, missingSentence } from './install-program.mjs';
import { installAhead, neededFor } from './install-together.mjs';
import { ensureYtDlp } from './yt-dlp.mjs';

/**
 * Finds or installs every program that the purposes need. The tests use an installed yt-dlp and do
 * not fetch the newest one.
 * @param {import('./table.mjs').Purpose[]} purposes
 * @throws {Fatal} with the missing programs that could not be installed, and a command for each
 */
export async function ensurePrograms(purposes) {
  await installAhead(purposes);
  /** @type {string[]} */
  const missing = [];
  // What is still missing is installed one at a time, because apt installs nothing if one of the
  // packages is unknown to this distribution.
  for (const program of await neededFor(purposes)) {
    const reason = (await isThere(program)) ? undefined : await installProgram(program);
    if (!program.optional && !(await isThere(program))) {
      missing.push(await missingSentence(program, reason));
    }
  }
  if (purposes.includes('run')) {
    missing.push(...(await ensureYtDlp({ fetch: !purposes.includes('test') })));
  }
  if (missing.length > 0) {
    throw new Fatal(missing.join('\n'));
  }
}
