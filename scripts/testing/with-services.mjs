import { exitOnSignals } from '../setup/end-with-npm.mjs';
import { startServices } from './services.mjs';

export default async function setup() {
  const { databaseUrl, redisUrl, stop } = await startServices();
  process.env.DIPPER_TEST_DATABASE_URL = databaseUrl;
  process.env.DIPPER_TEST_REDIS_URL = redisUrl;
  // On a signal, Jest exits without its teardown.
  exitOnSignals(stop);
  Object.assign(globalThis, { stopServices: stop });
}
