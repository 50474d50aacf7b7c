import { open } from 'node:fs/promises';
import { isExecutable, findProgram } from './find-program.mjs';

/**
 * Whether what a program begins with names a Python that is not there: yt-dlp comes as a script, as
 * an archive that Python runs, and as a program of its own.
 * @param {string} path
 */
export async function lacksPython(path) {
  const [interpreter = '', argument = ''] = await interpreterOf(path);
  if (/\/python[\d.]*$/.test(interpreter)) {
    return !(await isExecutable(interpreter));
  }
  return (
    interpreter.endsWith('/env') && argument.startsWith('python') && !(await findProgram(argument))
  );
}

/**
 * The words behind a file's `#!`; none when it does not begin with that.
 * @param {string} path
 */
async function interpreterOf(path) {
  const file = await open(path).catch(() => undefined);
  if (!file) {
    // It may be run though not read.
    return [];
  }
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(256) });
    const [line = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
    return line.startsWith('#!') ? line.slice(2).trim().split(/\s+/) : [];
  } finally {
    await file.close();
  }
}
