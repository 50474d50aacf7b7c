import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ServerProcess } from '../../../test/harness/server-process.mjs';
import { startServices } from '../../testing/services.mjs';
import { Endings } from './endings.js';
import { timeMs } from './measure.js';
import { type Part, startPart } from './part.js';

export type Env = Readonly<Record<string, string>>;

export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** The duration of its start. */
  readonly startSeconds: number;
  readonly stop: () => Promise<void>;
}

/** Cleans up what the benchmarks in one process share. */
export const shared = new Endings();
const servers = new Map<string, Promise<Server>>();
let origins: Promise<Part<unknown>> | undefined;
let databaseUrl: Promise<string> | undefined;
let databases = 0;

/** Node flags for the quick form, which is too short for V8's optimisations to pay off. */
const SHORT_LIVED = ['--liftoff-only'];

/** Starts the built server with an empty DATA_DIR, as `npm start` does. */
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
  const startSeconds = (await timeMs(() => server.ready())) / 1000;
  return { url: server.url, pid: server.pid, dataDir, startSeconds, stop };
}

/** The shared server with that environment; stopped with `shared`. */
export async function sharedServer(env: Env): Promise<Server> {
  const key = JSON.stringify(env);
  const server = servers.get(key) ?? startServer(env, shared, SHORT_LIVED);
  servers.set(key, server);
  return { ...(await server), stop: () => Promise.resolve() };
}

/** The process of all media origins. */
export function sharedOrigins(): Promise<Part<unknown>> {
  origins ??= startPart('media-origins', shared);
  return origins;
}

/** @returns the URL of an empty database on the shared PostgreSQL. */
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
