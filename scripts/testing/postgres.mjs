import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAY } from '../messages.mjs';
import { findProgram } from '../programs/find-program.mjs';
import { postgresFolder } from '../programs/postgres.mjs';
import { Fatal } from '../setup/fatal.mjs';
import { runQuiet } from '../setup/run-quiet.mjs';
import { onFreePort } from './free-port.mjs';
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
 * @throws {Fatal}
 */
export async function startPostgres(folder, password) {
  // Just made sure of by ensurePrograms; a name that is not found fails as ENOENT.
  const programs = (await postgresFolder()) ?? '';
  const as = await identity();
  const data = await makeCluster({ folder, password, programs, as });
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return onFreePort(async (port) => {
    const { stop } = await startPrivate({
      name: 'PostgreSQL',
      command: join(programs, 'postgres'),
      argv: ['-D', data, '-p', String(port), ...settings],
      readyText: 'ready to accept connections',
      timeoutMs: READY_TIMEOUT_MS,
      // Immediate: disconnects clients and frees its shared memory, without a checkpoint.
      stopSignal: 'SIGQUIT',
      as,
    });
    return { url: `postgres://dipper:${password}@127.0.0.1:${port}/postgres`, stop };
  });
}

/**
 * @param {{ folder: string, password: string, programs: string, as: string[] }} where
 * @returns {Promise<string>} the cluster's folder
 */
async function makeCluster({ folder, password, programs, as }) {
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
  const [command = '', ...argv] = [
    ...as,
    join(programs, 'initdb'),
    ...['-D', data, '-U', 'dipper', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C', '--no-sync'],
  ];
  const made = await runQuiet(command, argv, { cwd: '/' });
  if (!made.ok) {
    throw new Fatal(made.output);
  }
  return data;
}

/** What stands before the server's programs: root is not who may run them. */
async function identity() {
  if (process.getuid?.() !== 0) {
    return [];
  }
  const setpriv = (await findProgram('setpriv')) ?? 'setpriv';
  return [setpriv, `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups'];
}

/**
 * @returns {Promise<[number, number]>}
 * @throws {Fatal}
 */
async function accountIds() {
  const [uid, gid] = await Promise.all([
    runQuiet('id', ['-u', ACCOUNT]),
    runQuiet('id', ['-g', ACCOUNT]),
  ]);
  if (!uid.ok || !gid.ok) {
    throw new Fatal(SAY.noAccount(ACCOUNT));
  }
  return [Number(uid.output), Number(gid.output)];
}
