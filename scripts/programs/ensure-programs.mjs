import { Fatal } from '../setup/fatal.mjs';
import { isThere } from './find-program.mjs';
import { installProgram, missingSentence } from './install-program.mjs';
import { PROGRAMS } from './table.mjs';
import { ensureYtDlp } from './yt-dlp.mjs';

/**
 * Finds or installs every program needed for the purposes.
 * For tests the newest yt-dlp is not asked for: the one that is there serves them.
 * @param {import('./table.mjs').Purpose[]} purposes
 * @throws {Fatal} naming all that are missing and cannot be installed, with the command for each
 */
export async function ensurePrograms(purposes) {
  const needed = PROGRAMS.filter(
    ({ purpose, only }) => purposes.includes(purpose) && (!only || only === process.platform),
  );
  /** @type {import('./install-program.mjs').Missing[]} */
  const missing = [];
  // One by one: a package this distribution does not have must not keep the others away.
  for (const program of needed) {
    const why = (await isThere(program)) ? undefined : await installProgram(program);
    if (!(await isThere(program))) {
      missing.push({ program, why });
    }
  }
  if (purposes.includes('run')) {
    missing.push(...(await ensureYtDlp({ fetch: !purposes.includes('test') })));
  }
  if (missing.length > 0) {
    const sentences = await Promise.all(missing.map(missingSentence));
    throw new Fatal(sentences.join('\n'));
  }
}
