import { RedisScripts } from '../redis/redis-scripts.js';

/**
 * Makes all connections in this spec file wait up to 4 s for a reply from Redis. The server gives
 * up after a quarter of a second, which is too short on a machine that is busy with other specs.
 */
export function beforeAllPatientRedis(): void {
  beforeAll(() => {
    jest.replaceProperty(RedisScripts, 'timeoutMs', 4000);
  });
}
