import { hostname } from 'node:os';
import { DataSource, MigrationExecutor } from 'typeorm';
import { KEEP_ALIVE } from '../database-limits.js';
import { beginLocked, MIGRATION_LOCK_TIMES, type MigrationLockTimes } from './migration-lock.js';
import { MIGRATIONS } from '../migrations/index.js';
import { SteadyClient } from '../steady-client.js';

/**
 * Migrates a real Postgres, one process at a time. TypeORM takes no lock, and the processes of a
 * deployment start together. All migrations run in the transaction that holds the lock, so a
 * process that dies leaves nothing half done. The connection has no timeouts, because creating an
 * index on a large table takes a while.
 * @param report receives a sentence for the operator if another process holds the lock for long
 */
export async function migrate(
  url: string,
  report: (sentence: string) => void,
  times: MigrationLockTimes = MIGRATION_LOCK_TIMES,
): Promise<void> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: MIGRATIONS,
    poolSize: 1,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    // Other processes log this name while they wait for this one.
    applicationName: `dipper ${hostname()} pid ${process.pid}`,
    extra: { Client: SteadyClient, ...KEEP_ALIVE },
  });
  await source.initialize();
  try {
    const runner = source.createQueryRunner();
    await beginLocked(runner, report, times);
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'all';
    await executor.executePendingMigrations();
    await runner.commitTransaction();
    await runner.release();
  } finally {
    // Closing the connection rolls back an open transaction.
    await source.destroy();
  }
}
