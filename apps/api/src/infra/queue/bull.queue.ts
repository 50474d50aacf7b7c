import { Logger } from '@nestjs/common';
import Bull from 'bull';
import { connectRedis, type Redis } from '../redis/redis.js';
import type { JobHandler, JobQueue } from './job-queue.port.js';

/** How long an answer of Redis may take before whoever asked is told that the queue is down. */
const COMMAND_TIMEOUT_MS = 5000;

/** The queue of an installation with Redis. Only this file knows Bull (in maintenance; docs/decisions). */
export class BullJobQueue implements JobQueue {
  private readonly logger = new Logger(BullJobQueue.name);
  private readonly queue: Bull.Queue<{ id: string }>;
  private readonly connections: Redis[] = [];
  private closing: Promise<void> | null = null;

  constructor(redisUrl: string, name = 'merge') {
    this.queue = new Bull(name, {
      prefix: '{dipper}',
      createClient: (type) => this.connect(redisUrl, type),
      settings: {
        // Short locks: work of a dead worker is given to another within seconds. Our handlers only
        // wait for sockets and child processes, so the loop is never blocked for long.
        lockDuration: 10_000,
        lockRenewTime: 3000,
        stalledInterval: 5000,
        maxStalledCount: 3,
      },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    });
    this.queue.on('error', (error) => this.logger.warn(`Queue: ${error.message}`));
  }

  async add(id: string): Promise<void> {
    if (this.closing !== null) {
      throw new Error('the queue is closed');
    }
    await this.queue.add({ id }, { jobId: id });
  }

  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void {
    this.queue
      .process(concurrency, async ({ data }) => {
        try {
          await handler(data.id);
        } catch (error) {
          onFailure(data.id, error);
        }
      })
      .catch((error: unknown) => {
        if (this.closing === null) {
          this.logger.error({ err: error }, 'The queue stopped taking jobs');
        }
      });
  }

  async ping(): Promise<void> {
    await this.queue.client.ping();
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async shut(): Promise<void> {
    await this.queue.pause(true, false).catch(() => undefined);
    await this.queue.close().catch(() => undefined);
    for (const connection of this.connections) {
      connection.disconnect();
    }
  }

  private connect(url: string, type: 'client' | 'subscriber' | 'bclient'): Redis {
    const connection = connectRedis(
      url,
      `queue-${type}`,
      (error) => this.logger.warn(`Redis is away: ${error.message}`),
      // Bull demands these two of the connections it blocks on.
      type === 'client'
        ? { commandTimeout: COMMAND_TIMEOUT_MS }
        : { maxRetriesPerRequest: null, enableReadyCheck: false },
    );
    this.connections.push(connection);
    return connection;
  }
}
