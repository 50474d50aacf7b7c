import { readFile, writeFile } from 'node:fs/promises';

/**
 * The text a stamp holds, or undefined when there is none.
 * @param {string} path
 */
export async function readStamp(path) {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
export async function writeStamp(path, text) {
  await writeFile(path, `${text}\n`);
}
