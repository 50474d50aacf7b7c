import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { REDIS_INDEXES } from '../../scripts/testing/redis-indexes.mjs';
import { startOnce } from './first-database.js';

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
 * Creates the backend that `npm test` chose for this run (`DIPPER_TEST_BACKEND`): an embedded
 * database, or a new database on the real PostgreSQL and Redis that `npm test` has started.
 * @param options isEmpty: true for a real database without tables, for tests of the migrations
 */
export async function makeBackend({ isEmpty = false } = {}): Promise<Backend> {
  if (!isOnServices()) {
    return { name: 'embedded', env: {}, databaseUrl: null, dispose: () => Promise.resolve() };
  }
  const services = servicesNow();
  const name = `dipper_${randomBytes(6).toString('hex')}`;
  await administer(services, async (client) => {
    if (!isEmpty) {
      await ensureTemplate(client, services);
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template1' : TEMPLATE}`);
  });
  return {
    name: 'services',
    databaseUrl: urlOf(services, name),
    env: variablesOf(services, name),
    dispose: () =>
      administer(services, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      }),
  };
}

/** The URLs of a PostgreSQL and a Redis. */
interface Services {
  readonly database: string;
  readonly redis: string;
}

/** Returns the current services. A spec file may have started its own (own-services.ts). */
function servicesNow(): Services {
  const { DIPPER_TEST_DATABASE_URL: database = '', DIPPER_TEST_REDIS_URL: redis = '' } =
    process.env;
  return { database, redis };
}

/** The database after this build's first start, of which all others are copies. */
const TEMPLATE = 'dipper_template';

/**
 * Creates the template, unless another Jest worker has already done so. Starting with a copy of it
 * takes a quarter less processor time than running all migrations.
 */
async function ensureTemplate(client: Client, services: Services): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)');
  try {
    const made = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (made.rowCount === 0) {
      const draft = `${TEMPLATE}_draft`;
      // A failed start leaves its draft behind.
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${draft}`);
      await startOnce({
        env: variablesOf(services, draft),
        database: () => new Client(urlOf(services, draft)),
      });
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock(1)');
  }
}

function urlOf({ database }: Services, name: string): string {
  const url = new URL(database);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the variables of a server with this database and its own Redis index. */
function variablesOf(services: Services, name: string): Backend['env'] {
  const redis = new URL(services.redis);
  redis.pathname = `/${nextRedisIndex()}`;
  return {
    DATABASE_URL: urlOf(services, name),
    REDIS_URL: redis.href,
    SECRET: randomBytes(24).toString('hex'),
  };
}

let made = 0;

/** Concurrent servers must not share an index, because they would take each other's jobs. */
function nextRedisIndex(): number {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? '1');
  return ((worker - 1) * SERVERS_AT_ONCE + (made++ % SERVERS_AT_ONCE)) % REDIS_INDEXES;
}

/** Runs statements as the superuser that creates and drops databases. */
async function administer(
  { database }: Services,
  run: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(database);
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
