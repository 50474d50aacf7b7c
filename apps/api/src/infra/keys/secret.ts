import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The key that signs task ids and tokens. If none is given, it is generated once and kept in
 * `DATA_DIR/secret` (mode 0600; contract, "Running it").
 */
export async function loadSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    return given;
  }
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // With the flag wx, if two processes start at the same time, one writes the key and the other
    // reads it.
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
  return (await readFile(path, 'utf8')).trim();
}
