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
import { runQuiet } from '../setup/run.mjs';
import { Fatal } from '../setup/terminal.mjs';

/** The account that Debian's package creates; PostgreSQL refuses to run as root. */
const ACCOUNT = 'postgres';
const READY_MS = 60_000;

/** Speed instead of safety: test data need not survive a power cut. */
const POSTGRES_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several servers under test run at once, each with its own pool.
  max_connections: '200',
};

/**
 * @typedef {object} Services
 * @property {string} databaseUrl of a superuser, as tests create their own databases
 * @property {string} redisUrl
 * @property {{ postgres: number, redis: number }} pids of their processes
 * @property {() => Promise<void>} stop ends both and deletes their files
 */

/**
 * Starts a real PostgreSQL and a real Redis in a temporary folder, on free ports of 127.0.0.1. They
 * end with this process, however it ends.
 * @returns {Promise<Services>}
 * @throws {Error} with a program's output if it does not start
 */
export async function startServices() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.once('exit', remove);
  // PostgreSQL's account must be able to reach its subfolder.
  await chmod(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  // Below the system's ephemeral ports, so that nobody takes one between check and use.
  const from = randomInt(15_000, 30_000);
  const ports = [
    await getPort({ port: portNumbers(from, from + 1000) }),
    await getPort({ port: portNumbers(from + 1001, from + 2000) }),
  ].map(String);
  const [postgres, redis] = await Promise.all([
    startPostgres(folder, password, ports[0] ?? ''),
    startRedis(folder, password, ports[1] ?? ''),
  ]);
  return {
    databaseUrl: `postgres://dipper:${password}@127.0.0.1:${ports[0]}/postgres`,
    redisUrl: `redis://:${password}@127.0.0.1:${ports[1]}/0`,
    pids: { postgres: postgres.pid, redis: redis.pid },
    stop: async () => {
      // SIGQUIT is an immediate shutdown: disconnects clients and frees shared memory, without a checkpoint.
      await Promise.all([postgres.end('SIGQUIT'), redis.end('SIGTERM')]);
      process.off('exit', remove);
      remove();
    },
  };
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
  const settings = { bind: '127.0.0.1', port, dir, save: '', appendonly: 'no' };
  const argv = Object.entries({ ...settings, requirepass: password }).flatMap(([key, value]) => [
    `--${key}`,
    value,
  ]);
  const command = await withUs('TERM', [], ['redis-server', ...argv]);
  return start('Redis', command, 'Ready to accept connections');
}

/**
 * A command line as another account, which the kernel (on Linux) ends if we are killed and cannot.
 * @param {string} signal
 * @param {string[]} as options of setpriv
 * @param {string[]} command
 * @returns {Promise<[string, string[]]>}
 */
async function withUs(signal, as, command) {
  const setpriv = process.platform === 'linux' && (await findProgram('setpriv'));
  const [program = '', ...argv] = setpriv
    ? [setpriv, ...as, '--', setpriv, '--pdeathsig', signal, '--', ...command]
    : command;
  return [program, argv];
}

/**
 * Starts a program and waits until it prints that it is ready.
 * @param {string} name as displayed
 * @param {[string, string[]]} command
 * @param {string} readyText
 * @returns {Promise<{ pid: number, end: (signal: NodeJS.Signals) => Promise<unknown> }>} `end` kills it after 5 s
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
 * @param {string} flag of id(1)
 * @throws {Fatal}
 */
async function accountId(flag) {
  const { ok, output } = await runQuiet('id', [flag, ACCOUNT]);
  if (!ok) {
    throw new Fatal(SAY.noAccount(ACCOUNT));
  }
  return Number(output);
}
