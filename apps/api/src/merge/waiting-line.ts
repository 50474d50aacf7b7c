import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../infra/http/domain-error.js';
import { JOB_QUEUE, type JobQueue } from '../infra/queue/job-queue.port.js';
import { WAITING } from './task/queue.sql.js';
import { queueEntry } from './task/queue-entry.js';
import type { MergeTask } from './task/merge-task.entity.js';
import { type Place, TaskQueueRepository } from './task/task-queue.repository.js';

/**
 * Places are read again after this multiple of the last query's duration, which takes at most a
 * tenth of a connection.
 */
const REST_FACTOR = 10;
/** When a visitor with too many tasks may try again, seconds. */
const RETRY_AFTER_SECONDS = 30;

type Places = ReadonlyMap<string, Place>;

/** The line of waiting tasks: admission, and the place of each. */
@Injectable()
export class WaitingLine {
  private readonly logger = new Logger(WaitingLine.name);
  private reading: Promise<Places> | null = null;
  private last: Places = new Map();
  private freshUntilMs = -Infinity;

  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly tasks: TaskQueueRepository,
  ) {}

  /** Tells the queue that there is work. */
  async enqueue(task: Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>): Promise<void> {
    try {
      await this.queue.add(queueEntry(task));
    } catch (error) {
      // The task still waits: it is in the database, and a reconciler adds it once there is a
      // queue.
      this.logger.warn({ err: error, taskId: task.taskId }, 'A task could not be queued');
    }
  }

  /** @throws DomainError TOO_MANY_WAITING, BUSY when no more tasks of a visitor may wait. */
  async refuseIfFull(visitor: string): Promise<void> {
    const { own, all } = await this.tasks.countWaiting(visitor);
    if (all >= WAITING.inAll) {
      throw new DomainError('BUSY');
    }
    if (own >= WAITING.ofVisitor) {
      const values = { count: WAITING.ofVisitor };
      throw new DomainError('TOO_MANY_WAITING', {
        values,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }

  /** The place of a task, 1 is next; null when it does not wait. */
  async placeOf(taskId: string): Promise<number | null> {
    const known = (await this.places()).get(taskId);
    // The task may have been queued since the places were read.
    return (known ?? (await this.places(true)).get(taskId))?.place ?? null;
  }

  /**
   * Places of all queued tasks by id: one query for all concurrent callers, cached for some
   * milliseconds.
   * @param anew from a query that begins after this call.
   */
  async places(anew = false): Promise<Places> {
    if (anew) {
      await this.reading;
    } else if (performance.now() < this.freshUntilMs) {
      return this.last;
    }
    this.reading ??= this.read().finally(() => (this.reading = null));
    return this.reading;
  }

  /** Records that tasks are still wanted. */
  noteViewers(taskIds: readonly string[]): Promise<void> {
    return this.tasks.noteViewers(taskIds);
  }

  private async read(): Promise<Places> {
    const began = performance.now();
    this.last = new Map((await this.tasks.places()).map((place) => [place.taskId, place]));
    const now = performance.now();
    this.freshUntilMs = now + (now - began) * REST_FACTOR;
    return this.last;
  }
}
