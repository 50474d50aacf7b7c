import {
  type CreateTaskReply,
  isFinal,
  type MergeStatus,
  preparedStatus,
  type StartMergeReply,
  type Wish,
} from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../infra/errors/domain-error.js';
import { noteTask } from '../infra/log/log-context.js';
import { annotateSpan } from '../infra/tracing/tracing.js';
import type { AnyRecipe } from '../make/recipe.js';
import { FinishedFiles } from './file/finished-files.js';
import { MergeEvents } from './merge-events.js';
import type { MergeTask } from './task/merge-task.entity.js';
import { MergeTaskRepository } from './task/merge-task.repository.js';
import type { Started } from './task/task-records.js';
import { TaskRecipes } from './task/task-recipes.js';
import { taskStatus } from './task/task-status.js';
import { WaitingLine } from './waiting-line.js';

/** Limits of the cache of unknown ids. Strings longer than `maxLength` are not cached. */
const UNKNOWN = { max: 10_000, ttl: 5000, maxLength: 128 };
/** How many lost files for the same recipe a start tolerates before it gives up. */
const MAX_FILES_LOST = 5;

/** By then, some of the tasks that were prepared but not started have expired. */
const PREPARED_SECONDS = 600;

interface StartOptions {
  /** Our host name, used in the file name. */
  readonly host: string;
  /** True to accept a file from a damaged source. Ignored if the task has already begun. */
  readonly acceptsDamage: boolean;
  readonly visitor: string;
}

@Injectable()
export class MergeService {
  /**
   * Ids that were recently unknown, so that repeated polls need no database query. Such an id
   * cannot become valid later, because a task or its offer is stored before its id is issued.
   */
  private readonly unknown = new LRUCache<string, true>(UNKNOWN);

  constructor(
    private readonly line: WaitingLine,
    private readonly tasks: MergeTaskRepository,
    private readonly recipes: TaskRecipes,
    private readonly files: FinishedFiles,
    private readonly events: MergeEvents,
  ) {}

  /**
   * Stores a task for a recipe without an offer, from our own makers or another module's. The task
   * is started like any other, and its id is valid for as long as an offer's.
   * @param visitor the visitor's key (`Visitors`); null if nobody waits for the task
   * @returns the task's random id
   * @throws DomainError BUSY if the visitor has prepared too much without starting it
   */
  async prepare(recipe: AnyRecipe, visitor: string | null = null): Promise<string> {
    const task = this.recipes.with(recipe);
    if (!(await this.tasks.prepare(task, visitor))) {
      throw new DomainError('BUSY', { retryAfterSeconds: PREPARED_SECONDS });
    }
    return task.taskId;
  }

  /**
   * Stores a task for a visitor's request (`wish`) about an offer or a list.
   * @param offerId the id of the offer or list.
   * @throws DomainError TASK_UNKNOWN, WISH_NOT_POSSIBLE or BUSY, and the errors specific to the
   * request.
   */
  async create(
    offerId: string,
    wish: Wish,
    { host, visitor }: Pick<StartOptions, 'host' | 'visitor'>,
  ): Promise<CreateTaskReply> {
    const recipe = await this.recipes.wished(offerId, wish, { host, visitor });
    if (recipe === null) {
      throw new DomainError('TASK_UNKNOWN');
    }
    const task_id = await this.prepare(recipe, visitor);
    return { task_id, status: 'prepared', filename: recipe.fileName };
  }

  /**
   * Starts a task. Has no effect while the task is waiting, running or complete. After a failure, a
   * cancellation or the loss of its file, the task starts over.
   * @throws DomainError TASK_UNKNOWN; TOO_MANY_WAITING or BUSY if too many tasks are already
   * waiting.
   */
  async start(taskId: string, options: StartOptions): Promise<StartMergeReply> {
    noteTask(taskId);
    annotateSpan({ taskId });
    let started = await this.begin(taskId, options);
    // Several tasks may have made this file, and each of their copies may be lost.
    for (
      let tries = 1;
      tries < MAX_FILES_LOST &&
      started.fileId !== null &&
      !(await this.files.checkExists(started.fileId, started.fileBytes));
      tries += 1
    ) {
      started = await this.begin(taskId, options);
    }
    if (started.status === 'queued') {
      await this.line.enqueue({ ...started, taskId });
    } else if (started.begun && started.status === 'complete') {
      this.events.emit('ended', await this.status(taskId));
    }
    return { task_id: taskId, status: started.status };
  }

  /** @throws DomainError TASK_UNKNOWN, including for a task that has been removed. */
  async status(taskId: string): Promise<MergeStatus> {
    noteTask(taskId);
    if (this.unknown.has(taskId)) {
      throw new DomainError('TASK_UNKNOWN');
    }
    const task = await this.tasks.find(taskId);
    if (task !== null && !isGone(task)) {
      if (task.askedLongAgo && !isFinal(task.status)) {
        await this.line.noteViewers([taskId]);
      }
      return taskStatus(task, task.status === 'queued' ? await this.line.placeOf(taskId) : null);
    }
    if (task === null && (await this.recipes.isValid(taskId))) {
      return preparedStatus(taskId);
    }
    // Remember only ids that were never tasks, because a removed task may be started again.
    if (task === null && taskId.length <= UNKNOWN.maxLength) {
      this.unknown.set(taskId, true);
    }
    throw new DomainError('TASK_UNKNOWN');
  }

  /**
   * Cancels a task, even before it was started, ends its processes and removes its partial files.
   * If the task has already ended, it does not change, but watchers receive its final status again.
   * @param host our host name, used in the file name if the task is started later.
   * @throws DomainError TASK_UNKNOWN.
   */
  async cancel(taskId: string, host: string): Promise<MergeStatus> {
    noteTask(taskId);
    const before = await this.status(taskId);
    if (isFinal(before.status)) {
      // The page that sent this request has evidently missed the end of the task.
      this.events.emit('repeated', before);
      return before;
    }
    const isCancelled =
      (await this.tasks.cancel(taskId)) ||
      (await this.cancelUnstarted(taskId, host)) ||
      // Another tab may have started the task in the meantime.
      (await this.tasks.cancel(taskId));
    const after = await this.status(taskId);
    if (isFinal(after.status)) {
      this.events.emit(isCancelled ? 'ended' : 'repeated', after);
    }
    return after;
  }

  private async cancelUnstarted(taskId: string, host: string): Promise<boolean> {
    const task = await this.recipes.of(taskId, host);
    return task !== null && this.tasks.cancelUnstarted(task);
  }

  private async begin(taskId: string, options: StartOptions): Promise<Started> {
    const { host, acceptsDamage, visitor } = options;
    const task = await this.recipes.of(taskId, host);
    const started =
      task === null
        ? await this.tasks.restart(taskId, acceptsDamage, visitor)
        : await this.tasks.start(task, acceptsDamage, visitor);
    if (started === null) {
      await this.line.refuseIfFull(visitor);
      throw new DomainError('TASK_UNKNOWN');
    }
    return started;
  }
}

function isGone({ expiresInSeconds }: MergeTask): boolean {
  return expiresInSeconds === 0;
}
