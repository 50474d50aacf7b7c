import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readText } from '../setup/repository.mjs';

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

/**
 * Whether a program begins with the name of a Python that is not there: yt-dlp comes as a script, as
 * an archive that Python runs, and as a program of its own.
 * @param {string} path
 */
export async function lacksPython(path) {
  const [line = ''] = (await readText(path)).slice(0, 256).split('\n');
  const [interpreter = '', argument = ''] = line.startsWith('#!')
    ? line.slice(2).trim().split(/\s+/)
    : [];
  if (/\/python[\d.]*$/.test(interpreter)) {
    return !(await isExecutable(interpreter));
  }
  return (
    interpreter.endsWith('/env') && argument.startsWith('python') && !(await findProgram(argument))
  );
}
