import { readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram, isExecutable } from './find-program.mjs';

export const POSTGRES_MAJOR = 15;

/**
 * Parent folders with one subfolder per major version, and the part of a subfolder's name before
 * the number.
 */
const POSTGRES_FAMILIES = [
  { folder: '/usr/lib/postgresql', prefix: '' },
  { folder: '/opt/homebrew/opt', prefix: 'postgresql@' },
  { folder: '/usr/local/opt', prefix: 'postgresql@' },
];

/**
 * Finds the folder with PostgreSQL's programs, which Debian and brew do not put on PATH. Prefers
 * the oldest supported version, but newer ones work, too.
 * @returns {Promise<string | undefined>}
 */
export async function postgresFolder() {
  const versions = (await Promise.all(POSTGRES_FAMILIES.map(versionsIn))).flat();
  const onPath = await findProgram('postgres');
  const folders = [
    ...versions.sort((a, b) => a.major - b.major).map(({ folder }) => folder),
    // The program on PATH is often a symlink. The other programs are next to the file that it
    // points to.
    ...(onPath ? [dirname(await realpath(onPath))] : []),
  ];
  for (const folder of folders) {
    if (await isWholePostgres(folder)) {
      return folder;
    }
  }
  return undefined;
}

/** @param {{ folder: string, prefix: string }} family */
async function versionsIn({ folder, prefix }) {
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]));
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({
      major: Number(name.slice(prefix.length)),
      folder: join(folder, name, 'bin'),
    }))
    .filter(({ major }) => major >= POSTGRES_MAJOR);
}

/** @param {string} folder */
async function isWholePostgres(folder) {
  if (!(await isExecutable(join(folder, 'initdb')))) {
    return false;
  }
  const { ok, output } = await runQuiet(join(folder, 'postgres'), ['--version']);
  return ok && Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]) >= POSTGRES_MAJOR;
}
