import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from './free-port.mjs';
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
  return onFreePort(async (port) => {
    const { stop } = await startPrivate({
      name: 'Redis',
      command: 'redis-server',
      argv: settings({ port: String(port), dir: home, requirepass: password }),
      readyText: 'Ready to accept connections',
      timeoutMs: READY_TIMEOUT_MS,
      stopSignal: 'SIGTERM',
    });
    return { url: `redis://:${password}@127.0.0.1:${port}/0`, stop };
  });
}

/** @param {Record<string, string>} own */
function settings(own) {
  const all = { bind: '127.0.0.1', save: '', appendonly: 'no', ...own };
  return Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
}
