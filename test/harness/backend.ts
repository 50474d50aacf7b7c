import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { REDIS_INDEXES } from '../../scripts/testing/redis-indexes.mjs';

/** The maximum number of servers that one spec file runs at the same time. */
const SERVERS_AT_ONCE = 5;

/** The services of a server under test. Each server gets its own database and Redis index. */
export interface Backend {
  readonly name: 'embedded' | 'services';
  readonly env: Readonly<Record<string, string>>;
  /** The URL of the server's database, or null if the database is embedded. */
  readonly databaseUrl: string | null;
  dispose(): Promise<void>;
}

/** True if this run uses a real PostgreSQL and a real Redis. */
export const isOnServices = (): boolean => process.env['DIPPER_TEST_BACKEND'] === 'services';

/**
 * Makes the backend that `npm test` chose for this run (`DIPPER_TEST_BACKEND`): an embedded
 * database, or a new database on the real PostgreSQL and Redis that `npm test` has started.
 */
export async function makeBackend(): Promise<Backend> {
  if (!isOnServices()) {
    return { name: 'embedded', env: {}, databaseUrl: null, dispose: () => Promise.resolve() };
  }
  const server = process.env['DIPPER_TEST_DATABASE_URL'] ?? '';
  const redis = new URL(process.env['DIPPER_TEST_REDIS_URL'] ?? '');
  const name = `dipper_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const databaseUrl = new URL(server);
  databaseUrl.pathname = `/${name}`;
  redis.pathname = `/${nextRedisIndex()}`;
  return {
    name: 'services',
    databaseUrl: databaseUrl.href,
    env: {
      DATABASE_URL: databaseUrl.href,
      REDIS_URL: redis.href,
      SECRET: randomBytes(24).toString('hex'),
    },
    dispose: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

let made = 0;

/** Concurrent servers must not share an index, because they would take each other's jobs. */
function nextRedisIndex(): number {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? '1');
  return ((worker - 1) * SERVERS_AT_ONCE + (made++ % SERVERS_AT_ONCE)) % REDIS_INDEXES;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
