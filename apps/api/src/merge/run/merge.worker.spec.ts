import { parseEnv } from '../../infra/env/env.js';
import { Shutdown } from '../../infra/health/shutdown.js';
import type { JobQueue } from '../../infra/queue/job-queue.port.js';
import type { MergeProcessor } from './merge.processor.js';
import { MergeWorker } from './merge.worker.js';

/** A worker with a grace period of 20 s, and what it has done. */
const working = (role: 'all' | 'api') => {
  const happened: string[] = [];
  const note = (what: string) => () => void happened.push(what);
  const begins: (() => void)[] = [];
  const shutdown = new Shutdown();
  jest.spyOn(shutdown, 'onBegin').mockImplementation((begin) => void begins.push(begin));
  const queue: Partial<JobQueue> = {
    process: note('take work'),
    pause: note('take no work'),
    close: () => Promise.resolve(),
  };
  const processor: Partial<MergeProcessor> = {
    drain: note('drain'),
    handBackAll: note('hand back'),
    idle: () => Promise.resolve(),
  };
  const env = parseEnv({
    ...{ DATA_DIR: '/nowhere', ROLE: role, SHUTDOWN_GRACE_SECONDS: '20' },
    ...{ DATABASE_URL: 'postgres://db/dipper', REDIS_URL: 'redis://queue', SECRET: 's'.repeat(32) },
  });
  const worker = new MergeWorker(env, queue as JobQueue, processor as MergeProcessor, shutdown);
  return { worker, happened, begin: () => begins.forEach((begin) => begin()) };
};

describe('MergeWorker', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('hands running work back once, when the grace period after the first signal is over', () => {
    const { worker, happened, begin } = working('all');
    begin();
    jest.advanceTimersByTime(5000);
    worker.onModuleDestroy();
    jest.advanceTimersByTime(14_999);
    expect(happened).toEqual(['drain', 'take no work']);
    jest.advanceTimersByTime(20_000);
    expect(happened).toEqual(['drain', 'take no work', 'hand back']);
  });

  it('hands nothing back if all work ends within the grace period', async () => {
    const { worker, happened, begin } = working('all');
    begin();
    worker.onModuleDestroy();
    await worker.beforeApplicationShutdown();
    jest.advanceTimersByTime(60_000);
    expect(happened).not.toContain('hand back');
  });

  it('leaves the queue alone in a process that only serves the API', () => {
    const { worker, happened, begin } = working('api');
    worker.onApplicationBootstrap();
    begin();
    expect(happened).toEqual(['drain']);
  });
});
