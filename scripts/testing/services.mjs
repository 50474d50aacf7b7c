import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

/**
 * @typedef {object} Services
 * @property {string} databaseUrl of a superuser: tests make databases of their own
 * @property {string} redisUrl
 * @property {() => Promise<void>} stop ends both and deletes what they wrote; may be called twice
 */

/**
 * A real PostgreSQL and a real Redis for the tests, in a temporary folder, on free ports.
 * @returns {Promise<Services>}
 */
export async function startServices() {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-test-'));
  // The database's account has to get through to its own part.
  await chmod(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  const started = await Promise.allSettled([
    startPostgres(folder, password),
    startRedis(folder, password),
  ]);
  const running = started.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []));
  const stop = async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const failure = started.find((s) => s.status === 'rejected');
  const [database, redis] = running;
  if (failure || !database || !redis) {
    await stop();
    throw failure?.reason;
  }
  return { databaseUrl: database.url, redisUrl: redis.url, stop };
}
