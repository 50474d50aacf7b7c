import { stat } from 'node:fs/promises';
import path from 'node:path';

/** The path of a file in the first folder that contains it; null if none does or the name leads outside. */
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
