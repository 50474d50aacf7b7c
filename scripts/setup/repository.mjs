import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, independent of the working directory. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns a path inside the repository.
 * @param {...string} parts
 */
export const fromRoot = (...parts) => join(ROOT, ...parts);

/**
 * Reads the text of a file. Returns '' if the file cannot be read.
 * @param {string} path
 */
export const readText = (path) => readFile(path, 'utf8').catch(() => '');
