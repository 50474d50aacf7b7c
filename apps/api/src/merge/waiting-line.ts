import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../infra/http/domain-error.js';
import { JOB_QUEUE, type JobQueue } from '../infra/queue/job-queue.port.js';
import { WAITING } from './task/queue.sql.js';
import { queueEntry } from './task/queue-entry.js';
import type { MergeTask } from './task/merge-task.entity.js';
import { type Place, TaskQueueRepository } from './task/task-queue.repository.js';

/** Places are read again after so many times as long as it took: a tenth of a connection at most. */
const REST_FACTOR = 10;
/** When a visitor who has too many tasks may ask again, seconds. */
const RETRY_AFTER_SECONDS = 30;

type Places = ReadonlyMap<string, Place>;

/** The tasks that wait: who comes in, and where each stands. */
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
      // It waits all the same: it is in the database, and some reconciler adds it once a queue is there.
      this.logger.warn({ err: error, taskId: task.taskId }, 'A task could not be queued');
    }
  }

  /** @throws DomainError TOO_MANY_WAITING, BUSY when no more tasks of a visitor may wait. */
  async refuseIfFull(visitor: string): Promise<void> {
    const { own, all } = await this.tasks.crowd(visitor);
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

  /** Place of a task, 1 is next; null when it does not wait. */
  async placeOf(taskId: string): Promise<number | null> {
    const known = (await this.places()).get(taskId);
    // It may have come in since they were read.
    return (known ?? (await this.places(true)).get(taskId))?.place ?? null;
  }

  /**
   * Places of all queued tasks by their ids: one statement for all who ask at once, and for some
   * milliseconds after.
   * @param anew from a reading that begins after this call.
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

  /** Notes that somebody still asks about tasks. */
  noteAsked(taskIds: readonly string[]): Promise<void> {
    return this.tasks.noteAsked(taskIds);
  }

  private async read(): Promise<Places> {
    const began = performance.now();
    this.last = new Map((await this.tasks.places()).map((place) => [place.taskId, place]));
    const now = performance.now();
    this.freshUntilMs = now + (now - began) * REST_FACTOR;
    return this.last;
  }
}
