import { randomUUID } from 'node:crypto';
import { BullJobQueue } from './bull.queue.js';
import { jobQueueContract } from './testing/job-queue-suite.js';

const redisUrl = process.env['DIPPER_TEST_REDIS_URL'];

describe('BullJobQueue', () => {
  jobQueueContract(() => new BullJobQueue(redisUrl ?? 'redis://127.0.0.1:1', randomUUID()));
});
