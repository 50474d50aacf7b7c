import { exitOnSignals } from '../setup/end-with-npm.mjs';
import { startServices } from './services.mjs';

/** Jest's globalSetup of the project that runs on PostgreSQL and Redis. */
export default async function setup() {
  const { databaseUrl, redisUrl, stop } = await startServices();
  process.env.DIPPER_TEST_DATABASE_URL = databaseUrl;
  process.env.DIPPER_TEST_REDIS_URL = redisUrl;
  // Jest itself would end without its teardown.
  exitOnSignals(stop);
  Object.assign(globalThis, { stopServices: stop });
}
