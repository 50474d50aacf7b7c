import { execa } from 'execa';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SAY } from '../messages.mjs';
import { findProgram } from '../programs/find-program.mjs';
import { freePorts, temporaryFolder, withUs } from './services.mjs';

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
  const { folder, remove } = await temporaryFolder('dipper-s3-');
  const ports = await freePorts(3);
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
  const options = { cwd: folder, env: { CEPH_CONF } };
  /** @type {(program: string, ...argv: string[]) => Promise<void>} */
  const run = async (program, ...argv) => {
    signal.throwIfAborted();
    await execa(program, argv, { ...options, all: true, stdin: 'ignore', timeout: READY_MS });
  };
  /** @param {string[]} command */
  const daemon = async (...command) => {
    signal.throwIfAborted();
    const [program, argv] = await withUs('KILL', [], command);
    daemons.push(execa(program, argv, { ...options, stdio: 'ignore', reject: false }));
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
