import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { makeOnce } from '../origin/make-media.js';
import { ServerProcess } from './server-process.mjs';

/** Over the sources that were built: of another build the database may be another. */
const BUILD = join(__dirname, '../../apps/api/dist/.dipper-build');
const PREFIX = 'database-';

let made: Promise<string> | undefined;

/**
 * The embedded database as the first start of this build leaves it, made once: making one takes most
 * of the time that servers under test need for their start. (A first start from nothing is that of
 * npm-start.spec.ts.)
 * @returns its folder; null when the build has no stamp
 */
export async function firstDatabase(): Promise<string | null> {
  if (!existsSync(BUILD)) {
    return null;
  }
  const stamp = await readFile(BUILD, 'utf8');
  made ??= makeOnce(`${PREFIX}${stamp.slice(0, 16)}`, fill).then(removeOthers);
  return made;
}

async function fill(folder: string): Promise<void> {
  // Below the repository its socket's path could be too long.
  const dataDir = await mkdtemp(join(tmpdir(), 'dipper-first-'));
  const server = await new ServerProcess({ dataDir }).ready();
  // Each server under test has a media folder of its own.
  const database = new Client({
    host: join(dataDir, 'socket'),
    user: 'postgres',
    database: 'postgres',
  });
  await database.connect();
  await database.query('DELETE FROM media_volume; DELETE FROM sweep');
  await database.end();
  await server.kill('SIGTERM');
  await cp(join(dataDir, 'database'), folder, { recursive: true });
  await rm(dataDir, { recursive: true });
}

/** Those of earlier builds. @returns the folder that stays. */
async function removeOthers(folder: string): Promise<string> {
  const others = (await readdir(dirname(folder))).filter(
    (name) => name.startsWith(PREFIX) && !name.endsWith('.draft') && name !== basename(folder),
  );
  await Promise.all(
    others.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })),
  );
  return folder;
}
