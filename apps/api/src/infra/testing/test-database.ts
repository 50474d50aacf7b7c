import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../database/migrations/index.js';

type Entities = NonNullable<DataSourceOptions['entities']>;

/** An empty, fully migrated database for one test file, on either engine. */
export class TestDatabase {
  private constructor(
    readonly source: DataSource,
    private readonly end: () => Promise<void>,
  ) {}

  /**
   * Opens a database on the real Postgres that `npm test` starts.
   * @param serverUrl URL of the server (`DIPPER_TEST_DATABASE_URL`)
   */
  static async open(serverUrl: string | undefined, entities: Entities): Promise<TestDatabase> {
    const url = new URL(serverUrl ?? 'postgres://npm-test-starts-one.invalid');
    const server = await new DataSource({ type: 'postgres', url: url.href }).initialize();
    url.pathname = `/dipper_${randomBytes(6).toString('hex')}`;
    await server.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
    const source = await migrated({ url: url.href }, entities);
    return new TestDatabase(source, async () => {
      await server.query(`DROP DATABASE ${url.pathname.slice(1)}`);
      await server.destroy();
    });
  }

  /**
   * Opens a database on PGlite in memory, with the production driver. It is in memory because a
   * disk would be slow.
   */
  static async openEmbedded(entities: Entities): Promise<TestDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-'));
    const socket = join(folder, '.s.PGSQL.5432');
    const worker = new Worker(join(__dirname, 'pglite-in-memory.mjs'), { workerData: { socket } });
    await once(worker, 'message');
    const own = { host: folder, username: 'postgres', database: 'postgres', poolSize: 1 };
    return new TestDatabase(await migrated(own, entities), async () => {
      await worker.terminate();
      await rm(folder, { recursive: true });
    });
  }

  async drop(): Promise<void> {
    await this.source.destroy();
    await this.end();
  }
}

function migrated(
  where: Partial<Extract<DataSourceOptions, { type: 'postgres' }>>,
  entities: Entities,
): Promise<DataSource> {
  return new DataSource({
    ...where,
    type: 'postgres',
    entities: entities,
    migrations: MIGRATIONS,
    migrationsRun: true,
    installExtensions: false,
  }).initialize();
}
