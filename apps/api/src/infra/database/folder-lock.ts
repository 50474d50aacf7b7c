import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { flock } from '../process/flock.js';
import { isKnownDead, isNamedHere, processName } from '../process/process-name.js';

/** Another running server uses this folder. The message is for the operator. */
export class FolderInUse extends Error {}

/**
 * Locks a folder for this process, with a kernel lock where possible (Linux). Process ids would not
 * do: containers sharing a volume cannot see each other's. Elsewhere the lock is the owner's name
 * in the file, and the lock of a dead process is taken over.
 * @returns unlocks the folder.
 * @throws FolderInUse
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  // The file is never removed: a lock on an unlinked file would not keep out the next server.
  const file = openSync(path, 'a+');
  try {
    const owner = readFileSync(file, 'utf8');
    const outcome = flock(file);
    if (outcome === 'in use') {
      throw new FolderInUse(message(folder, owner));
    }
    if (outcome === 'unsupported' && owner !== '' && !isKnownDead(owner)) {
      throw new FolderInUse(`${message(folder, owner)} If that one is gone, remove ${path}.`);
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
