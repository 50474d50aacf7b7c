import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startPrivate } from './private-process.mjs';

const READY_TIMEOUT_MS = 15_000;

/**
 * Starts a Redis that keeps nothing, on a free port of 127.0.0.1.
 * @param {string} folder an existing one, deleted by the caller
 * @param {string} password
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRedis(folder, password) {
  const home = join(folder, 'redis');
  await mkdir(home);
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: home,
    save: '',
    appendonly: 'no',
    requirepass: password,
  };
  const { stop } = await startPrivate({
    name: 'Redis',
    command: 'redis-server',
    argv: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    readyText: 'Ready to accept connections',
    timeoutMs: READY_TIMEOUT_MS,
    stopSignal: 'SIGTERM',
  });
  return { url: `redis://:${password}@127.0.0.1:${port}/0`, stop };
}
