import { lstat, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { plainText } from '../output/plain-text.js';
import { isForeignPart, readNote } from './part-file.js';

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** True if another process is saving to this path, or has left part of another file there. */
async function isTaken(path: string, request: string): Promise<boolean> {
  const note = await readNote(path);
  return note === null
    ? isForeignPart(path)
    : note.request !== request || (note.pid !== process.pid && isAlive(note.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Adds a number to a file name: "name (2).mp4" */
function numbered(path: string, number: number): string {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return number === 1 ? path : `${stem} (${number})${extension}`;
}

interface TargetInput {
  /** The value of -o; null if it was not given. */
  readonly output: string | null;
  readonly cwd: string;
  /** The name that the server suggests. */
  readonly filename: string;
  /** Identifies the request, as in the note of a part. */
  readonly request: string;
  /** True if -o names a folder, whether or not it exists. */
  readonly isFolder?: boolean;
}

/**
 * Decides where a file is saved, and creates the folder. A file that -o names is replaced. No other
 * file is; the name gets a number instead.
 */
export async function targetPath(input: TargetInput): Promise<string> {
  const { output, cwd, filename, request } = input;
  const path = resolve(cwd, output ?? '.');
  const names = output !== null && !/[/\\]$/.test(output) && input.isFolder !== true;
  if (names && !(await isFolder(path))) {
    await mkdir(dirname(path), { recursive: true });
    return path;
  }
  await mkdir(path, { recursive: true });
  // Servers send plain names. Any other name could lead out of the folder.
  const name = basename(plainText(filename).replaceAll(sep, '_')).replace(/^\.+/, '') || 'download';
  for (let number = 1; ; number += 1) {
    const candidate = numbered(join(path, name), number);
    if (!(await isThere(candidate)) && !(await isTaken(candidate, request))) {
      return candidate;
    }
  }
}
