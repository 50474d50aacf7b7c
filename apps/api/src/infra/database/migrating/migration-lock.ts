import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** An arbitrary advisory lock number, unique in this database. */
const LOCK = 7_391_204;

/** How long to wait before trying to get the lock again, milliseconds. */
const LOOK_MS = 200;

export interface MigrationLockTimes {
  /** The wait after which the first report is made; later reports follow at the same distance. */
  readonly reportMs: number;
  /** After this time without a statement, Postgres ends the session that holds the lock. */
  readonly idleMs: number;
}

/**
 * A minute without a statement between two migrations means that the process has frozen: it takes
 * milliseconds to send the next one. The statements themselves may take as long as they need.
 */
export const MIGRATION_LOCK_TIMES: MigrationLockTimes = { reportMs: 10_000, idleMs: 60_000 };

/**
 * Makes Postgres notice in time that the holder of the lock has gone: its machine (keep-alive
 * packets, three times five seconds after ten of silence), its process in the middle of a statement
 * (otherwise it would only be noticed after the statement), or its event loop. A setting that the
 * server is too old to know is left out. All of them end with the transaction.
 */
const sessionSettings = ({ idleMs }: MigrationLockTimes): readonly [string, string][] => [
  ['tcp_keepalives_idle', '10'],
  ['tcp_keepalives_interval', '5'],
  ['tcp_keepalives_count', '3'],
  ['client_connection_check_interval', '2s'],
  ['idle_in_transaction_session_timeout', `${idleMs}ms`],
];

interface Holder {
  readonly name: string | null;
  readonly address: string | null;
  readonly seconds: number;
}

/**
 * Starts a transaction that holds the lock on migrations; waits while another process has it. The
 * end of the transaction releases it, even if the process is killed. The lock belongs to the
 * transaction and not to the session, because a pooler such as PgBouncer may give each transaction
 * another session.
 * @param runner without a transaction
 * @param report gets a sentence for the operator if another process keeps the lock for long
 */
export async function beginLocked(
  runner: QueryRunner,
  report: (sentence: string) => void,
  times: MigrationLockTimes,
): Promise<void> {
  let reportAt = performance.now() + times.reportMs;
  await runner.startTransaction();
  while (!(await tryLock(runner))) {
    // A new transaction for each try, so that a transaction's age is how long it holds the lock.
    await runner.rollbackTransaction();
    if (performance.now() >= reportAt) {
      report(waitingSentence(await holderOf(runner)));
      reportAt = performance.now() + times.reportMs;
    }
    await delay(LOOK_MS);
    await runner.startTransaction();
  }
  for (const setting of sessionSettings(times)) {
    await runner.query('SELECT set_config(name, $2, true) FROM pg_settings WHERE name = $1', [
      ...setting,
    ]);
  }
}

async function tryLock(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query('SELECT pg_try_advisory_xact_lock($1) AS got', [LOCK])) as {
    readonly got: boolean;
  }[];
  return row?.got === true;
}

/** The session that holds the lock; null if the lock has been released in the meantime. */
async function holderOf(runner: QueryRunner): Promise<Holder | null> {
  // A bigint lock is shown as two halves; ours fits into the lower one (pg_locks).
  const [holder] = (await runner.query(
    `SELECT application_name AS name, client_addr::text AS address,
            extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LOCK],
  )) as Holder[];
  return holder ?? null;
}

/** Says what a process waits for, and what the operator can do. */
export function waitingSentence(holder: Holder | null): string {
  if (holder === null) {
    return 'Waiting for another process to migrate the database.';
  }
  const { name, address, seconds } = holder;
  const from = address === null ? '' : ` from ${address}`;
  return `Waiting to migrate the database: ${name || 'an unnamed session'}${from} has been migrating it for ${seconds} s. If it is stuck, end that process; its lock is then released.`;
}
