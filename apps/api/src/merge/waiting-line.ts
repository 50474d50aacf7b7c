import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../infra/errors/domain-error.js';
import { JOB_QUEUE, type JobQueue } from '../infra/queue/job-queue.port.js';
import { WAITING } from './task/queue.sql.js';
import { queueEntry } from './task/queue-entry.js';
import type { MergeTask } from './task/merge-task.entity.js';
import { type QueuePlace, TaskQueueRepository } from './task/task-queue.repository.js';

/**
 * The next query waits for this multiple of the last query's duration, so the queries occupy a
 * connection for at most a tenth of the time.
 */
const REST_FACTOR = 10;
/** How soon a visitor with too many tasks may try again, in seconds. */
const RETRY_AFTER_SECONDS = 30;

type Places = ReadonlyMap<string, QueuePlace>;

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

  async enqueue(task: Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>): Promise<void> {
    try {
      await this.queue.add(queueEntry(task));
    } catch (error) {
      // The task is in the database, so it still waits. The reconciler adds it once the queue is
      // back.
      this.logger.warn(
        { err: error, taskId: task.taskId },
        'A task could not be queued; trying again soon',
      );
    }
  }

  /** @throws DomainError TOO_MANY_WAITING or BUSY if no more tasks of this visitor may wait. */
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

  /** The task's place, 1 is next; null if the task is not waiting. */
  async placeOf(taskId: string): Promise<number | null> {
    const known = (await this.places()).get(taskId);
    // The task may have been queued since the places were read.
    return (known ?? (await this.places(true)).get(taskId))?.place ?? null;
  }

  /**
   * Places of all queued tasks, by id. All concurrent callers share one query, and its result is
   * cached for some milliseconds.
   * @param anew true to use a query that begins after this call.
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
