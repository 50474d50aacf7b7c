import { DataSource, MigrationExecutor } from 'typeorm';
import { KEEP_ALIVE } from './database-limits.js';
import { MIGRATIONS } from './migrations/index.js';
import { SteadyClient } from './steady-client.js';

/** An arbitrary advisory lock number, unique in this database. */
const LOCK = 7_391_204;

/**
 * Migrates a real Postgres, one process at a time. We take a lock, because TypeORM does not and the
 * processes of a deployment start together. The connection has no time limits, because creating an
 * index on a large table takes a while.
 */
export async function migrate(url: string): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    poolSize: 1,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    extra: { Client: SteadyClient, ...KEEP_ALIVE },
  });
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    await runner.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'all';
    await executor.executePendingMigrations();
    await runner.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await runner.release();
  } finally {
    await source.destroy();
  }
}
