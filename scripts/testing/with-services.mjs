import { startServices } from './services.mjs';

/** Jest's globalSetup of the project that runs on PostgreSQL and Redis. */
export default async function setup() {
  const { databaseUrl, redisUrl, stop } = await startServices();
  process.env.DIPPER_TEST_DATABASE_URL = databaseUrl;
  process.env.DIPPER_TEST_REDIS_URL = redisUrl;
  Object.assign(globalThis, { stopServices: stop });
}
