import { setTimeout as delay } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** An arbitrary advisory lock number, unique in this database. */
const LOCK = 7_391_204;

/** How long to wait before trying to get the lock again, in milliseconds. */
const LOOK_MS = 200;

export interface MigrationLockTimes {
  /** How long to wait before the first report, and between later ones. */
  readonly reportMs: number;
  /** Postgres ends the session that holds the lock if it sends no statement for this long. */
  readonly idleMs: number;
}

/**
 * Sending the next migration takes milliseconds, so a process that sends no statement for a minute
 * must have frozen. The statements themselves may take as long as they need.
 */
export const MIGRATION_LOCK_TIMES: MigrationLockTimes = { reportMs: 10_000, idleMs: 60_000 };

/**
 * Makes Postgres notice when the holder of the lock is gone: its machine (three keep-alive packets
 * five seconds apart, after ten seconds of silence), its process (during a statement, which would
 * otherwise run to its end first), or its event loop. Settings unknown to an older server are
 * skipped. All of these settings last only until the transaction ends.
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
 * Starts a transaction that holds the migration lock, waiting while another process has it. The end
 * of the transaction releases the lock, even if the process is killed. The lock belongs to the
 * transaction rather than the session, because a pooler such as PgBouncer may give each transaction
 * another session.
 * @param runner without a transaction
 * @param report receives a sentence for the operator if another process holds the lock for long
 */
export async function beginLocked(
  runner: QueryRunner,
  report: (sentence: string) => void,
  times: MigrationLockTimes,
): Promise<void> {
  let reportAt = performance.now() + times.reportMs;
  await runner.startTransaction();
  while (!(await tryLock(runner))) {
    // Use a new transaction for each attempt, so that a transaction's age shows how long it has
    // held the lock.
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
  // A bigint lock appears as two halves; ours fits into the lower one (pg_locks).
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

/** Explains what a process is waiting for, and what the operator can do. */
function waitingSentence(holder: Holder | null): string {
  if (holder === null) {
    return 'Waiting for another process to migrate the database.';
  }
  const { name, address, seconds } = holder;
  const from = address === null ? '' : ` from ${address}`;
  return `Waiting to migrate the database: ${name || 'an unnamed session'}${from} has been migrating it for ${seconds} s. If it is stuck, end that process; its lock is then released.`;
}
