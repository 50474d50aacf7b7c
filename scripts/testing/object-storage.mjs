import { execa } from 'execa';
import getPort, { portNumbers } from 'get-port';
import { randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';
import { findProgram } from '../programs/find-program.mjs';
import { withUs } from './services.mjs';

export const KEY = { id: 'AK', secret: 'SK' };
const READY_MS = 90_000;
const LOOK_MS = 100;

/**
 * The smallest cluster that works: one monitor, and one store that keeps everything in memory.
 * @param {{ folder: string, fsid: string, ports: number[] }} at
 */
const configuration = ({ folder, fsid, ports: [v2, v1, http] }) => `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
# Without authentication there is no encryption, which radosgw asks for by default.
ms_mon_client_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
run_dir = ${folder}
pid_file = ${folder}/$name.pid
admin_socket = ${folder}/$name.asok
log_file = ${folder}/$name.log
osd_objectstore = memstore
memstore_device_bytes = 1073741824
mon_data = ${folder}/mon
osd_data = ${folder}/osd
[client.rgw.a]
rgw_frontends = beast endpoint=127.0.0.1:${http}
rgw_data = ${folder}/rgw
`;

/**
 * Starts a real S3 server, Ceph's gateway, in a temporary folder on free ports of 127.0.0.1. That
 * takes about 15 s, most of it spent waiting, so callers should not wait for it before they begin
 * something else. The programs end when this process ends, even if it is killed.
 * @returns {Promise<{ url: string, ready: Promise<void>, stop: () => Promise<void> } | null>} null if
 *   the gateway is not installed
 */
export async function startObjectStorage() {
  if (!(await findProgram('radosgw'))) {
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dipper-s3-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  const from = randomInt(30_000, 32_000);
  const ports = await Promise.all(
    [0, 1, 2].map((at) =>
      getPort({ port: portNumbers(from + at * 200, from + at * 200 + 199), host: '127.0.0.1' }),
    ),
  );
  const url = `http://127.0.0.1:${ports[2]}`;
  /** @type {import('execa').ResultPromise[]} */
  const daemons = [];
  const ended = new AbortController();
  const ready = start({ folder, ports, url, daemons, signal: ended.signal });
  // Specs wait for the server themselves.
  ready.catch((error) => {
    if (!ended.signal.aborted) {
      console.error(error);
    }
  });
  return {
    url,
    ready,
    stop: async () => {
      ended.abort();
      // SIGKILL, because nothing here needs to survive, and a clean shutdown takes seconds.
      daemons.forEach((daemon) => daemon.kill('SIGKILL'));
      await ready.catch(() => undefined);
      daemons.forEach((daemon) => daemon.kill('SIGKILL'));
      await Promise.allSettled(daemons);
      process.off('exit', remove);
      remove();
    },
  };
}

/**
 * @param {{ folder: string, ports: number[], url: string,
 *   daemons: import('execa').ResultPromise[], signal: AbortSignal }} options
 */
async function start({ folder, ports, url, daemons, signal }) {
  const [fsid, osd] = [randomUUID(), randomUUID()];
  await Promise.all(['mon', 'osd', 'rgw'].map((name) => mkdir(join(folder, name))));
  const CEPH_CONF = join(folder, 'ceph.conf');
  await writeFile(CEPH_CONF, configuration({ folder, fsid, ports }));
  const options = /** @type {const} */ ({
    cwd: folder,
    env: { CEPH_CONF },
    all: true,
    stdin: 'ignore',
  });
  /** @param {string[]} command */
  const run = async (...command) => {
    signal.throwIfAborted();
    await execa(command[0] ?? '', command.slice(1), { ...options, timeout: READY_MS });
  };
  /** @param {string[]} command */
  const daemon = async (...command) => {
    signal.throwIfAborted();
    const [program, argv] = await withUs('KILL', [], command);
    const child = execa(program, argv, {
      cwd: folder,
      env: { CEPH_CONF },
      stdio: 'ignore',
      reject: false,
    });
    daemons.push(child);
  };
  const monmap = join(folder, 'monmap');
  const [v2, v1] = ports;
  const address = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', address, monmap);
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap);
  await daemon('ceph-mon', '-f', '-i', 'a');
  await run('ceph', 'osd', 'new', osd);
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  await daemon('ceph-osd', '-f', '-i', '0');
  const keys = [`--access-key=${KEY.id}`, `--secret-key=${KEY.secret}`];
  await run('radosgw-admin', 'user', 'create', '--uid=dipper', '--display-name=dipper', ...keys);
  await daemon('radosgw', '-f', '-n', 'client.rgw.a');
  const giveUpAt = performance.now() + READY_MS;
  while (!(await responds(url))) {
    signal.throwIfAborted();
    if (performance.now() > giveUpAt) {
      throw new Error(SAY.notReady("Ceph's object gateway", folder));
    }
    await delay(LOOK_MS);
  }
}

/** @param {string} url */
async function responds(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
