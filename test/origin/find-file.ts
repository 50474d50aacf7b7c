import { stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the path of a file in the first folder that contains it; null if no folder does, or if
 * the name leads outside the folders.
 */
export const findFile = async (
  folders: readonly string[],
  name: string,
): Promise<string | null> => {
  for (const folder of folders) {
    const file = path.join(folder, name);
    const found = file.startsWith(folder + path.sep) && (await stat(file).catch(() => null));
    if (found && found.isFile()) {
      return file;
    }
  }
  return null;
};
