import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '../env/env.module.js';
import { JOB_QUEUE, type JobQueue } from './job-queue.port.js';

/** Chooses the adapter; Bull is loaded only where there is a Redis for it. */
async function createQueue(env: Env): Promise<JobQueue> {
  if (env.REDIS_URL === undefined) {
    const { MemoryJobQueue } = await import('./memory.queue.js');
    return new MemoryJobQueue();
  }
  const { BullJobQueue } = await import('./bull.queue.js');
  return new BullJobQueue(env.REDIS_URL);
}

@Global()
@Module({
  providers: [{ provide: JOB_QUEUE, inject: [ENV], useFactory: createQueue }],
  exports: [JOB_QUEUE],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(JOB_QUEUE) private readonly queue: JobQueue) {}

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}
