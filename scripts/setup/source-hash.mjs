import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);
const SKIPPED_FILES = /\.(spec|contract)\.tsx?$|\.tsbuildinfo$/;

/**
 * One hash over the names and contents of everything a build reads: the given files, and the given
 * folders without what was built or installed and without tests.
 * @param {string} root
 * @param {string[]} folders relative to root
 * @param {string[]} files relative to root
 */
export async function sourceHash(root, folders, files) {
  const found = await Promise.all(folders.map((folder) => filesBelow(join(root, folder))));
  const paths = [...found.flat(), ...files.map((file) => join(root, file))].sort();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash('sha256');
  paths.forEach((path, i) => {
    const content = contents[i];
    hash.update(`${relative(root, path)}\0${content?.length}\0`).update(content ?? '');
  });
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(path);
      }
      return entry.isFile() && !SKIPPED_FILES.test(entry.name) ? [path] : [];
    }),
  );
  return found.flat();
}
