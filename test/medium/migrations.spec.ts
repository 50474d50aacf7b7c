import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';
import { type Backend, makeBackend } from '../harness/backend.js';
import { waitUntil } from '../harness/wait-until.js';

const PROGRAM = join(__dirname, '../harness/migrate-at-once.mjs');
const AT_ONCE = 10;

/** A separate process that migrates a test's database on a signal. */
class Migrating {
  output = '';

  private constructor(
    readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly ended: Promise<unknown>,
  ) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /** @param times times in milliseconds; by default, longer than any test */
  static async load(url: string, times = {}): Promise<Migrating> {
    const given = JSON.stringify({ reportMs: 600_000, idleMs: 600_000, ...times });
    const child = spawn(process.execPath, [PROGRAM, url, given], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const process_ = new Migrating(child, once(child, 'close'));
    await process_.says('loaded');
    return process_;
  }

  begin(): void {
    this.child.stdin.write('\n');
  }

  says(text: string): Promise<boolean> {
    return waitUntil(() => this.output.includes(text), `"${text}", not only ${this.output}`);
  }

  async end(): Promise<string> {
    await this.ended;
    return this.output.split('\n').at(-2) ?? '';
  }
}

let backend: Backend;
let url: string;
let database: Client;
const started: Migrating[] = [];

async function load(times = {}): Promise<Migrating> {
  const migrating = await Migrating.load(url, times);
  started.push(migrating);
  return migrating;
}

/** Returns the process ids in the names of migrating sessions. */
async function migratingPids(): Promise<string[]> {
  // Within a transaction, Postgres would show the same list again.
  await database.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await database.query<{ pid: string }>(
    `SELECT substring(application_name FROM 'pid (\\d+)') AS pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'dipper %'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits until a process is blocked by a table that the test has locked. */
async function standsBefore(table: string): Promise<void> {
  const look = async (): Promise<boolean> => {
    const { rows } = await database.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`,
    );
    return rows.length === 1;
  };
  await waitUntil(look, 'a process at the table');
}

beforeEach(async () => {
  backend = await makeBackend({ isEmpty: true });
  url = backend.databaseUrl ?? '';
  database = new Client(url);
  await database.connect();
});
afterEach(async () => {
  started.splice(0).forEach(({ child }) => child.kill('SIGKILL'));
  await database.end();
  await backend.dispose();
});

it('migrations are each applied once by ten processes that start at the same time, none of which fails', async () => {
  const processes = await Promise.all(Array.from({ length: AT_ONCE }, () => load()));
  processes.forEach((one) => one.begin());
  const ends = await Promise.all(processes.map((one) => one.end()));
  expect(ends).toEqual(Array.from({ length: AT_ONCE }, () => 'migrated'));
  const { rows } = await database.query<{ name: string }>('SELECT name FROM migrations');
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

describe('a process that blocks the migrations of the others', () => {
  let holder: Migrating;
  let waiting: Migrating;

  /** Starts a process that gets the lock, and then has to wait for a table. */
  async function holdUp(idleMs: number): Promise<void> {
    [holder, waiting] = await Promise.all([load({ idleMs }), load({ reportMs: 0 })]);
    await database.query(
      'CREATE TABLE migrations (id serial PRIMARY KEY, "timestamp" bigint, name varchar)',
    );
    await database.query('BEGIN; LOCK TABLE migrations');
    holder.begin();
    await standsBefore('migrations');
    waiting.begin();
  }

  it('is named in their logs, and no longer blocks them once it is killed', async () => {
    await holdUp(600_000);
    await waiting.says(`pid ${holder.child.pid} from 127.0.0.1`);
    expect(waiting.output).toMatch(
      /Waiting to migrate the database: dipper \S+ pid \d+ from 127\.0\.0\.1\S* has been migrating it for \d+ s\. If it is stuck, end that process; its lock is then released\./,
    );
    holder.child.kill('SIGKILL');
    // Its statement is still waiting, so Postgres can only learn from the connection that it is
    // gone.
    await waitUntil(
      async () => !(await migratingPids()).includes(String(holder.child.pid)),
      'the end of its session',
    );
    await database.query('COMMIT');
    expect(await waiting.end()).toBe('migrated');
  });

  it('loses its turn when it freezes', async () => {
    await holdUp(500);
    holder.child.kill('SIGSTOP');
    await database.query('COMMIT');
    expect(await waiting.end()).toBe('migrated');
    holder.child.kill('SIGCONT');
    expect(await holder.end()).toMatch(/^failed: /);
  });
});
