import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds the first executable among these paths, and then `name` in the folders of `searchPath`;
 * null if there is none.
 */
export function findProgram(
  name: string,
  first: readonly (string | undefined)[],
  searchPath: string,
): string | null {
  const candidates = [
    ...first.filter((path) => path !== undefined),
    ...searchPath
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
  ];
  return candidates.find(isRunnable) ?? null;
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
