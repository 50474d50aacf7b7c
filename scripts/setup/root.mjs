import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, wherever the script was started from. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * A path inside the repository.
 * @param {...string} parts
 */
export const fromRoot = (...parts) => join(ROOT, ...parts);
