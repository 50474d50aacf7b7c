import { execa } from 'execa';
import getPort, { portNumbers } from 'get-port';
import { randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { findProgram } from '../programs/find-program.mjs';
import { postgresFolder } from '../programs/postgres.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { Fatal } from '../setup/terminal.mjs';
import { REDIS_INDEXES } from './redis-indexes.mjs';

/**
 * The account that Debian's package creates. It is needed because PostgreSQL refuses to run as
 * root.
 */
const ACCOUNT = 'postgres';
const READY_MS = 60_000;

/** Settings that prefer speed over safety, because test data need not survive a power cut. */
const POSTGRES_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several servers run at once during tests, each with its own connection pool.
  max_connections: '200',
};

/**
 * @typedef {object} Services
 * @property {string} databaseUrl the URL for a superuser, because tests create their own databases
 * @property {string} redisUrl
 * @property {{ postgres: number, redis: number }} pids the process ids of both
 * @property {() => Promise<void>} stop ends both services and deletes their files
 */

/**
 * Starts a real PostgreSQL and a real Redis in a temporary folder, on free ports of 127.0.0.1. They
 * end when this process ends, even if it is killed.
 * @returns {Promise<Services>}
 * @throws {Error} with a program's output if it does not start
 */
export async function startServices() {
  const { folder, remove } = await temporaryFolder('dipper-test-');
  // PostgreSQL's account must be able to reach its own folder inside this one.
  await chmod(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  const ports = (await freePorts(2)).map(String);
  const [postgres, redis] = await Promise.all([
    startPostgres(folder, password, ports[0] ?? ''),
    startRedis(folder, password, ports[1] ?? ''),
  ]);
  return {
    databaseUrl: `postgres://dipper:${password}@127.0.0.1:${ports[0]}/postgres`,
    redisUrl: `redis://:${password}@127.0.0.1:${ports[1]}/0`,
    pids: { postgres: postgres.pid, redis: redis.pid },
    stop: async () => {
      // SIGQUIT makes PostgreSQL shut down immediately: it disconnects clients and frees shared
      // memory, without a checkpoint.
      await Promise.all([postgres.end('SIGQUIT'), redis.end('SIGTERM')]);
      remove();
    },
  };
}

/**
 * Creates a temporary folder, which is removed when this process ends, if not before.
 * @param {string} prefix
 */
export async function temporaryFolder(prefix) {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', remove);
  return { folder, remove };
}

/**
 * Finds free ports of 127.0.0.1 below the system's ephemeral ports, so that no other process takes
 * one between the check and its use.
 * @param {number} count
 */
export function freePorts(count) {
  const from = randomInt(15_000, 30_000);
  const ranges = Array.from({ length: count }, (_, at) => from + at * 500);
  return Promise.all(
    ranges.map((first) => getPort({ port: portNumbers(first, first + 499), host: '127.0.0.1' })),
  );
}

/**
 * @param {string} folder
 * @param {string} password
 * @param {string} port
 */
async function startPostgres(folder, password, port) {
  const programs = (await postgresFolder()) ?? '';
  const home = join(folder, 'postgres');
  const passwordFile = join(home, 'password');
  await mkdir(home, { mode: 0o700 });
  await writeFile(passwordFile, password);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(accountId));
    await Promise.all([home, passwordFile].map((path) => chown(path, uid ?? 0, gid ?? 0)));
  }
  const as = isRoot ? [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups'] : [];
  const data = join(home, 'data');
  const auth = ['-U', 'dipper', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const initdb = [join(programs, 'initdb'), '-D', data, ...auth, '-E', 'UTF8', '--locale=C'];
  const made = await runQuiet(...(await withUs('QUIT', as, [...initdb, '--no-sync'])), {
    cwd: '/',
  });
  if (!made.ok) {
    throw new Fatal(made.output);
  }
  const settings = Object.entries(POSTGRES_SETTINGS).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const server = [join(programs, 'postgres'), '-D', data, '-p', port, ...settings];
  return start('PostgreSQL', await withUs('QUIT', as, server), 'ready to accept connections');
}

/**
 * @param {string} folder
 * @param {string} password
 * @param {string} port
 */
async function startRedis(folder, password, port) {
  const dir = join(folder, 'redis');
  await mkdir(dir);
  const databases = String(REDIS_INDEXES);
  const settings = { bind: '127.0.0.1', port, dir, save: '', appendonly: 'no', databases };
  const argv = Object.entries({ ...settings, requirepass: password }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  const command = await withUs('TERM', [], ['redis-server', ...argv]);
  return start('Redis', command, 'Ready to accept connections');
}

/**
 * Returns a command line that runs the command as another account. On Linux, the kernel sends the
 * signal to the program if this process is killed and can no longer end the program itself.
 * @param {string} signal
 * @param {string[]} as the setpriv options that select the account
 * @param {string[]} command
 * @returns {Promise<[string, string[]]>}
 */
export async function withUs(signal, as, command) {
  const setpriv = process.platform === 'linux' && (await findProgram('setpriv'));
  const [program = '', ...argv] = setpriv
    ? [setpriv, ...as, '--', setpriv, '--pdeathsig', signal, '--', ...command]
    : command;
  return [program, argv];
}

/**
 * Starts a program and waits until it prints that it is ready.
 * @param {string} name the name to display
 * @param {[string, string[]]} command
 * @param {string} readyText
 * @returns {Promise<{ pid: number, end: (signal: NodeJS.Signals) => Promise<unknown> }>} `end`
 * sends a signal and kills the program after 5 s
 */
async function start(name, [command, argv], readyText) {
  const child = execa(command, argv, { stdin: 'ignore', all: true, reject: false });
  let output = '';
  const ready = new Promise((resolve) => {
    child.all.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes(readyText)) {
        resolve(true);
      }
    });
  });
  const late = AbortSignal.timeout(READY_MS);
  const timedOut = new Promise((resolve) => late.addEventListener('abort', resolve));
  if ((await Promise.race([ready, child, timedOut])) !== true) {
    child.kill('SIGKILL');
    throw new Error(SAY.notReady(name, output));
  }
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    return child;
  };
  return { pid: child.pid ?? 0, end };
}

/**
 * @param {string} flag a flag of id(1)
 * @throws {Fatal}
 */
async function accountId(flag) {
  const { ok, output } = await runQuiet('id', [flag, ACCOUNT]);
  if (!ok) {
    throw new Fatal(SAY.noAccount(ACCOUNT));
  }
  return Number(output);
}
