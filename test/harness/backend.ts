import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Servers of one file that are up at once. */
const SERVERS_AT_ONCE = 5;

/** What a server under test runs on; each gets a database and a Redis index of its own. */
export interface Backend {
  readonly name: 'embedded' | 'services';
  readonly env: Readonly<Record<string, string>>;
  /** The address of its Postgres; null when it is embedded. */
  readonly databaseUrl: string | null;
  dispose(): Promise<void>;
}

/** True where this run is to be on the real PostgreSQL and Redis. */
export const isOnServices = (): boolean => process.env['DIPPER_TEST_BACKEND'] === 'services';

/**
 * The backend that `npm test` chose for this run (`DIPPER_TEST_BACKEND`): the embedded one, or a
 * new database on the real Postgres and the real Redis that it started.
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

/**
 * Servers that are up at once must not share an index: they would take each other's jobs. Jest
 * workers are few and so are the servers of one file, which runs alone in its worker; Redis has 16.
 */
function nextRedisIndex(): number {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? '1');
  return ((worker - 1) * SERVERS_AT_ONCE + (made++ % SERVERS_AT_ONCE)) % 16;
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
