import { jobQueueContract } from './testing/job-queue-suite.js';
import { MemoryJobQueue } from './memory.queue.js';

describe('MemoryJobQueue', () => {
  jobQueueContract(() => new MemoryJobQueue());
});
