import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * The first executable file of that name in the directories given and then on PATH.
 * @param {string} command
 * @param {string[]} [directories]
 * @returns {Promise<string | undefined>}
 */
export async function findProgram(command, directories = []) {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const directory of [...directories, ...onPath]) {
    const path = join(directory, command);
    if (await isExecutable(path)) {
      return path;
    }
  }
  return undefined;
}

/**
 * Whether everything a program consists of is there, by its variable, found, or as it says itself.
 * @param {import('./table.mjs').Program} program
 */
export async function isThere(program) {
  if (program.isThere) {
    return program.isThere();
  }
  const found = await Promise.all(
    program.commands.map(async (command) => {
      const given = process.env[program.givenBy?.[command] ?? ''];
      return given ? isExecutable(given) : await findProgram(command, program.directories);
    }),
  );
  return found.every(Boolean);
}

/** @param {string} path */
export async function isExecutable(path) {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
