import { hostname } from 'node:os';
import { DataSource, MigrationExecutor } from 'typeorm';
import { KEEP_ALIVE } from '../database-limits.js';
import { beginLocked, MIGRATION_LOCK_TIMES, type MigrationLockTimes } from './migration-lock.js';
import { MIGRATIONS } from '../migrations/index.js';
import { SteadyClient } from '../steady-client.js';

/**
 * Migrates a real Postgres, one process at a time. We take a lock, because TypeORM does not and the
 * processes of a deployment start together. All migrations run in the one transaction that holds
 * the lock, so a process that dies leaves nothing half done. The connection has no time limits,
 * because creating an index on a large table takes a while.
 * @param report gets a sentence for the operator if another process keeps the lock for long
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
    // Other processes name this one in their logs while they wait for it.
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
    // An open transaction is rolled back with its connection.
    await source.destroy();
  }
}
