import { exitOnSignals } from '../setup/end-with-npm.mjs';
import { startObjectStorage } from './object-storage.mjs';
import { startServices } from './services.mjs';

export default async function setup() {
  const [{ databaseUrl, redisUrl, stop: stopServices }, storage] = await Promise.all([
    startServices(),
    // Specs that need it wait for it (apps/api/src/infra/testing/object-storage.ts).
    startObjectStorage(),
  ]);
  const stop = async () => {
    await Promise.all([stopServices(), storage?.stop()]);
  };
  process.env.DIPPER_TEST_S3_URL = storage?.url ?? '';
  process.env.DIPPER_TEST_DATABASE_URL = databaseUrl;
  process.env.DIPPER_TEST_REDIS_URL = redisUrl;
  // On a signal, Jest exits without its teardown.
  exitOnSignals(stop);
  Object.assign(globalThis, { stopServices: stop });
}
