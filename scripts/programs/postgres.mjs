import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram, isExecutable } from './find-program.mjs';

/** The oldest major version the product is made for. */
export const POSTGRES_MAJOR = 15;

/** Folders of one major version each, and what of their names is not its number. */
const FAMILIES = [
  { folder: '/usr/lib/postgresql', prefix: '' },
  { folder: '/opt/homebrew/opt', prefix: 'postgresql@' },
  { folder: '/usr/local/opt', prefix: 'postgresql@' },
];

/**
 * The folder with the server's programs: they are on nobody's PATH where Debian and brew keep them.
 * The oldest version that will do comes first; anything newer must do, too.
 * @returns {Promise<string | undefined>}
 */
export async function postgresFolder() {
  const found = await Promise.all(FAMILIES.map(versionsIn));
  const versions = found.flat().sort((a, b) => a.major - b.major);
  for (const { folder } of versions) {
    if (await isWhole(folder)) {
      return folder;
    }
  }
  const onPath = await findProgram('postgres');
  // Often a link: what belongs to it lies where it leads.
  const folder = onPath && dirname(await realpath(onPath));
  return folder && (await isWhole(folder)) ? folder : undefined;
}

/** @param {{ folder: string, prefix: string }} family */
async function versionsIn({ folder, prefix }) {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({
      major: Number(name.slice(prefix.length)),
      folder: join(folder, name, 'bin'),
    }))
    .filter(({ major }) => major >= POSTGRES_MAJOR);
}

/**
 * Whether a folder has both programs, and of a version that will do.
 * @param {string} folder
 */
async function isWhole(folder) {
  if (!(await isExecutable(join(folder, 'initdb')))) {
    return false;
  }
  const { ok, output } = await runQuiet(join(folder, 'postgres'), ['--version']);
  return ok && Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]) >= POSTGRES_MAJOR;
}
