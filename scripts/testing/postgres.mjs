import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fatal } from '../setup/fatal.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { findProgram } from '../programs/find-program.mjs';
import { POSTGRES_DIRECTORIES } from '../programs/table.mjs';
import { freePort } from './free-port.mjs';
import { startPrivate } from './private-process.mjs';

/** The account Debian's package makes; the server refuses to run as root. */
const ACCOUNT = 'postgres';
const READY_TIMEOUT_MS = 30_000;

/** Speed for safety: nothing in a cluster of tests has to survive a power cut. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several servers under test at once, with pools of their own.
  max_connections: '200',
};

/**
 * Makes an empty cluster in a folder and starts it on a free port of 127.0.0.1.
 * @param {string} folder an existing one, emptied and deleted by the caller
 * @param {string} password
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres(folder, password) {
  const as = await identity();
  const home = join(folder, 'postgres');
  const passwordFile = join(home, 'password');
  await mkdir(home, { mode: 0o700 });
  await writeFile(passwordFile, password);
  if (as.length > 0) {
    const [uid, gid] = await accountIds();
    await chown(home, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  const data = join(home, 'data');
  const initdb = await required('initdb');
  const argv = ['-D', data, '-U', 'dipper', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const flags = ['-E', 'UTF8', '--locale=C', '--no-sync'];
  const [command = '', ...before] = [...as, initdb];
  const made = await runQuiet(command, [...before, ...argv, ...flags], { cwd: '/' });
  if (!made.ok) {
    throw new Fatal(made.output);
  }
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { stop } = await startPrivate({
    name: 'PostgreSQL',
    command: await required('postgres'),
    argv: ['-D', data, '-p', String(port), ...settings],
    readyText: 'ready to accept connections',
    timeoutMs: READY_TIMEOUT_MS,
    // Immediate: disconnects clients and frees its shared memory, without a checkpoint.
    stopSignal: 'SIGQUIT',
    as,
  });
  return { url: `postgres://dipper:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function identity() {
  if (process.getuid?.() !== 0) {
    return [];
  }
  const setpriv = await required('setpriv');
  return [setpriv, `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups'];
}

/** @returns {Promise<[number, number]>} */
async function accountIds() {
  const [uid, gid] = await Promise.all([
    runQuiet('id', ['-u', ACCOUNT]),
    runQuiet('id', ['-g', ACCOUNT]),
  ]);
  return [Number(uid.output), Number(gid.output)];
}

/** @param {string} command */
async function required(command) {
  // Just made sure of by ensurePrograms; a name that is not found fails as ENOENT.
  return (await findProgram(command, POSTGRES_DIRECTORIES)) ?? command;
}
