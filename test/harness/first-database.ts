import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { makeOnce } from '../origin/make-media.js';
import { ServerProcess } from './server-process.mjs';

/** The stamp of the built sources. A different build may have a different database. */
const BUILD = join(process.cwd(), 'apps/api/dist/.dipper-build');
const PREFIX = 'database-';

let made: Promise<string> | undefined;

/**
 * Returns the embedded database in its state after the first start of this build. It is made only
 * once, because making it takes most of the startup time. (npm-start.spec.ts tests a start without
 * a database.)
 * @returns the database's folder, or null if the build has no stamp
 */
export async function firstDatabase(): Promise<string | null> {
  if (!existsSync(BUILD)) {
    return null;
  }
  const stamp = await readFile(BUILD, 'utf8');
  made ??= makeOnce(`${PREFIX}${stamp.slice(0, 16)}`, fill).then(removeOthers);
  return made;
}

/**
 * Starts and stops a server, which migrates its database, and then removes the rows that belong
 * only to this server.
 */
export async function startOnce({
  env,
  database,
  keep,
}: {
  readonly env?: Readonly<Record<string, string>>;
  /** Returns a client of the server's database, before it is connected. */
  readonly database: (dataDir: string) => Client;
  /** Called with the server's DATA_DIR once the server has ended. */
  readonly keep?: (dataDir: string) => Promise<void>;
}): Promise<void> {
  // Uses a temporary folder, because within the repository the path of the database's socket could
  // be too long.
  const dataDir = await mkdtemp(join(tmpdir(), 'dipper-first-'));
  const server = await new ServerProcess({ dataDir, ...(env && { env }) }).ready();
  const client = database(dataDir);
  await client.connect();
  // Each server under test has its own media folder.
  await client.query('DELETE FROM media_volume; DELETE FROM sweep');
  await client.end();
  await server.kill('SIGTERM');
  await keep?.(dataDir);
  await rm(dataDir, { recursive: true });
}

function fill(folder: string): Promise<void> {
  return startOnce({
    database: (dataDir) =>
      new Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }),
    keep: (dataDir) => cp(join(dataDir, 'database'), folder, { recursive: true }),
  });
}

/** Removes the databases of earlier builds. @returns the folder that remains */
async function removeOthers(folder: string): Promise<string> {
  const others = (await readdir(dirname(folder))).filter(
    (name) =>
      name.startsWith(PREFIX) && !/\.(?:draft|lock)$/.test(name) && name !== basename(folder),
  );
  await Promise.all(
    others.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })),
  );
  return folder;
}
