import { Logger } from '@nestjs/common';
import Bull from 'bull';
import { setTimeout as delay } from 'node:timers/promises';
import { connectRedis, type Redis } from '../redis/redis.js';
import { within } from '../within.js';
import type { JobHandler, JobQueue } from './job-queue.port.js';

/** How long Redis may take to reply before the queue counts as down, in milliseconds. */
const COMMAND_TIMEOUT_MS = 3000;
/** How long Bull may take to disconnect from Redis once nothing is running, in milliseconds. */
const LEAVE_MS = 1000;

/**
 * A connection that waits for a job receives nothing until there is one. Bull sends a new request
 * every five seconds.
 */
const WAITS_LONG = { socketTimeout: 30_000 };

/**
 * The queue for installations with Redis. No other file uses Bull, which is only maintained and no
 * longer developed (docs/decisions).
 */
export class BullJobQueue implements JobQueue {
  private readonly logger = new Logger(BullJobQueue.name);
  private readonly queue: Bull.Queue<{ id: string }>;
  private readonly connections: Redis[] = [];
  private readonly running = new Set<Promise<void>>();
  private pausing: Promise<void> | null = null;
  private closing: Promise<void> | null = null;

  constructor(redisUrl: string, name = 'merge') {
    this.queue = new Bull(name, {
      prefix: '{dipper}',
      createClient: (type) => this.connect(redisUrl, type),
      settings: {
        // Locks are short, so that the work of a dead worker is reassigned within seconds. Our
        // handlers only wait for sockets and child processes, so they never block the event loop
        // for long.
        lockDuration: 10_000,
        lockRenewTime: 3000,
        stalledInterval: 5000,
        maxStalledCount: 3,
      },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    });
    this.queue.on('error', (error) =>
      this.logger.warn(`The task queue reported an error: ${error.message}`),
    );
  }

  async add(id: string): Promise<void> {
    if (this.closing !== null) {
      throw new Error('the queue is closed');
    }
    // Bull itself would wait indefinitely for its first connection.
    await within(this.queue.add({ id }, { jobId: id }), COMMAND_TIMEOUT_MS, 'the queue');
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    // Bull deletes the key of a job that has ended (`removeOnComplete`, `removeOnFail`).
    const asked = ids.map((id) => this.queue.client.exists(this.queue.toKey(id)));
    const found = await within(Promise.all(asked), COMMAND_TIMEOUT_MS, 'the queue');
    return ids.filter((_, at) => found[at] === 0);
  }

  process(
    concurrency: number,
    handler: JobHandler,
    onFailure: (id: string, error: unknown) => void,
  ): void {
    this.queue
      .process(concurrency, ({ data }) => {
        const run: Promise<void> = handler(data.id)
          .catch((error: unknown) => onFailure(data.id, error))
          .finally(() => this.running.delete(run));
        this.running.add(run);
        return run;
      })
      .catch((error: unknown) => {
        if (this.closing === null) {
          this.logger.error({ err: error }, 'The queue stopped taking jobs');
        }
      });
  }

  async ping(): Promise<void> {
    await within(this.queue.client.ping(), COMMAND_TIMEOUT_MS, 'the queue');
  }

  pause(): void {
    this.pausing ??= this.queue.pause(true, true).catch((error: unknown) => {
      // Closing the queue also closes the connection that pausing waits for. Jobs accepted in the
      // meantime find no free slot, and the reconciler adds them again.
      if (this.closing === null) {
        this.logger.warn({ err: error }, 'The queue could not be paused');
      }
    });
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async shut(): Promise<void> {
    // Pause one at a time, because each pause makes Bull reconnect, and two concurrent
    // reconnections end the process with an unhandled rejection.
    const left = (this.pausing ?? Promise.resolve())
      .then(() => this.queue.pause(true, false))
      .then(() => this.queue.close())
      .catch(() => undefined);
    while (this.running.size > 0) {
      await Promise.all(this.running);
    }
    // Closing waits for Redis, which may have frozen. Jobs that are left there will be detected as
    // stalled.
    await Promise.race([left, delay(LEAVE_MS, null, { ref: false })]);
    for (const connection of this.connections) {
      connection.disconnect();
    }
  }

  private connect(url: string, type: 'client' | 'subscriber' | 'bclient'): Redis {
    const connection = connectRedis(
      url,
      `queue-${type}`,
      (error) =>
        this.logger.warn(`Redis is unavailable, so no tasks can be queued: ${error.message}`),
      // Bull requires both options for its blocking connections.
      type === 'client'
        ? { commandTimeout: COMMAND_TIMEOUT_MS }
        : { maxRetriesPerRequest: null, enableReadyCheck: false, ...WAITS_LONG },
    );
    this.connections.push(connection);
    return connection;
  }
}
