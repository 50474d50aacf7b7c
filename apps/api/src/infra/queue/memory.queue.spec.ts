import { jobQueueContract } from './job-queue.contract.js';
import { MemoryJobQueue } from './memory.queue.js';

describe('MemoryJobQueue', () => {
  jobQueueContract(() => new MemoryJobQueue());
});
