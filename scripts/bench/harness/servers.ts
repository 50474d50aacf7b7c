import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ServerProcess } from '../../../test/harness/server-process.mjs';
import { startServices } from '../../testing/services.mjs';
import { Endings } from './endings.js';

export type Env = Readonly<Record<string, string>>;

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/** What the benchmarks of one process share; it outlives each of them. */
export const shared = new Endings();
const servers = new Map<string, Promise<Server>>();
let databaseUrl: Promise<string> | undefined;
let databases = 0;

/** The built server with an empty DATA_DIR, as `npm start` runs it but for the flags of Node. */
export async function startServer(
  env: Env,
  endings: Endings,
  nodeFlags: readonly string[] = [],
): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dipper-bench-data-'));
  const server = new ServerProcess({ dataDir, env, nodeFlags });
  const stop = endings.add(async () => {
    await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  await server.ready();
  return { url: server.url, pid: server.pid, dataDir, stop };
}

/** For Node: what V8 optimises does not pay in the seconds that such a server lives. */
const SHORT_LIVED = ['--liftoff-only'];

/** The one server with that environment; stopped with all that is shared. */
export async function sharedServer(env: Env): Promise<Server> {
  const key = JSON.stringify(env);
  const server = servers.get(key) ?? startServer(env, shared, SHORT_LIVED);
  servers.set(key, server);
  return { ...(await server), stop: () => Promise.resolve() };
}

/** @returns the URL of an empty database on a PostgreSQL that is shared. */
export async function createDatabase(): Promise<string> {
  databaseUrl ??= startServices().then((services) => {
    shared.add(services.stop);
    return services.databaseUrl;
  });
  const url = await databaseUrl;
  const name = `bench_${(databases += 1)}`;
  const admin = await new DataSource({ type: 'postgres', url }).initialize();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.destroy();
  return new URL(name, url).href;
}
