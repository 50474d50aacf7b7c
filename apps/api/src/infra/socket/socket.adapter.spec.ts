import { connectRedis } from '../redis/redis.js';
import { ignoreRejections } from './shared-rooms.js';

/** An address where no Redis is listening. */
const NOWHERE = 'redis://127.0.0.1:1/0';

describe('ignoreRejections', () => {
  it.each([
    ['fails immediately', { enableOfflineQueue: false }],
    ['waits forever', { maxRetriesPerRequest: null }],
  ])('keeps a Redis command that %s from ending the process', async (_, options) => {
    const redis = ignoreRejections(connectRedis(NOWHERE, 'test', () => undefined, options));
    const commands = [
      redis.publish('channel', Buffer.from('x')),
      redis.psubscribe('channel*'),
      redis.subscribe('channel'),
      redis.punsubscribe('channel*'),
      redis.unsubscribe('channel'),
    ];
    redis.disconnect();
    expect(await Promise.allSettled(commands)).toEqual(
      commands.map(() => ({ status: 'fulfilled', value: undefined })),
    );
  });
});
