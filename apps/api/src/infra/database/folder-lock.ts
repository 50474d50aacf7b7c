import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from '../process/process-identity.js';

/** Another server that is alive has this folder. The message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Takes a folder for this process. A lock left by a process that is gone is taken over.
 * @returns gives the folder back.
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const own = `${process.pid} ${processIdentity(process.pid) ?? ''}`;
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
    const [pid, identity] = readFileSync(path, 'utf8').split(' ');
    if (processIdentity(Number(pid)) === identity || tries > 2) {
      throw new FolderInUse(
        `DATA_DIR is ${folder}; another Dipper (process ${pid}) is using it: stop that one, or choose another folder.`,
      );
    }
    rmSync(path, { force: true });
  }
}
