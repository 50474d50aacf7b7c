import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { flock } from '../process/flock.js';
import { isKnownDead, isNamedHere, processName } from '../process/process-name.js';

/** Thrown if another running server uses this folder. The message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Locks a folder for this process, with a kernel lock where possible (Linux). Process ids would not
 * be enough, because containers that share a volume can't see each other's processes. On other
 * systems, the owner's name is written to the lock file, and a dead process's lock is taken over.
 * @returns a function that unlocks the folder
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  // The file is never removed, because a lock on a deleted file would not keep the next server out.
  const file = openSync(path, 'a+');
  try {
    const owner = readFileSync(file, 'utf8');
    const outcome = flock(file);
    if (outcome === 'in use') {
      throw new FolderInUse(message(folder, owner));
    }
    if (outcome === 'unsupported' && owner !== '' && !isKnownDead(owner)) {
      throw new FolderInUse(`${message(folder, owner)} If that server is gone, remove ${path}.`);
    }
    ftruncateSync(file);
    writeSync(file, processName());
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return () => {
    ftruncateSync(file);
    closeSync(file);
  };
}

function message(folder: string, owner: string): string {
  const [place = '', pid] = owner.split(' ');
  const where = isNamedHere(owner) ? '' : ` on ${place.split('_')[0]}`;
  return `DATA_DIR is ${folder}; another Dipper (process ${pid}${where}) is using it: stop that one, or choose another folder.`;
}
