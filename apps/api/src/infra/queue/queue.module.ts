import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { configurableModule } from '../configurable-module.js';
import { JOB_QUEUE, type JobQueue } from './job-queue.port.js';

interface QueueOptions {
  /** The URL of a Redis that several processes share; undefined for an in-process queue. */
  readonly redisUrl: string | undefined;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = configurableModule<QueueOptions>();

/** Chooses the adapter. Bull is loaded only if there is a Redis. */
async function createQueue({ redisUrl }: QueueOptions): Promise<JobQueue> {
  if (redisUrl === undefined) {
    const { MemoryJobQueue } = await import('./memory.queue.js');
    return new MemoryJobQueue();
  }
  const { BullJobQueue } = await import('./bull.queue.js');
  return new BullJobQueue(redisUrl);
}

@Module({
  providers: [{ provide: JOB_QUEUE, inject: [MODULE_OPTIONS_TOKEN], useFactory: createQueue }],
  exports: [JOB_QUEUE],
})
export class QueueModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(@Inject(JOB_QUEUE) private readonly queue: JobQueue) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}
