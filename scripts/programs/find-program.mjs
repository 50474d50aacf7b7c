import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readText } from '../setup/repository.mjs';

/**
 * Finds the first executable file with this name in the given directories, then on PATH.
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
 * True if all commands of a program exist. Each is looked up by its variable or by a search, unless
 * the program has its own check.
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
 * True if a program's first line names a Python that is missing. yt-dlp may be a script, an archive
 * that Python runs, or a standalone executable.
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
