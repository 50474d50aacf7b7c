import {
  type CreateTaskReply,
  isFinal,
  type MergeStatus,
  type StartMergeReply,
  type Wish,
} from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../infra/http/domain-error.js';
import type { Recipe } from '../make/recipe.js';
import { FinishedFiles } from './file/finished-files.js';
import { MergeEvents } from './merge-events.js';
import type { MergeTask } from './task/merge-task.entity.js';
import { MergeTaskRepository, type Started } from './task/merge-task.repository.js';
import { TaskRecipes } from './task/task-recipes.js';
import { preparedStatus, taskStatus } from './task/task-status.js';
import { WaitingLine } from './waiting-line.js';

/** Ids that stood for nothing a moment ago; longer texts are not kept. */
const UNKNOWN = { max: 10_000, ttl: 5000, maxLength: 128 };
/** Files of the same recipe that may have been lost together. */
const MAX_FILES_LOST = 5;

/** Some of what somebody has prepared and not started will have gone by then. */
const PREPARED_SECONDS = 600;

/** How a visitor starts a task. */
export interface StartOptions {
  /** Our host, for the file's name. */
  readonly host: string;
  /** Takes the file even if its source is damaged; counts where the task begins, not where it runs. */
  readonly acceptsDamage: boolean;
  /** Who starts it (`Visitors`). */
  readonly visitor: string;
}

/** Starts tasks, says where they stand, and cancels them. */
@Injectable()
export class MergeService {
  /**
   * Asked again and again, they cost no question to the database. None of them can come to life: a
   * task is kept, or its offer made, before its id is told.
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
   * Keeps a task for a recipe that no offer stands for.
   * @param visitor who wishes for it (`Visitors`).
   * @returns its id, to be started like any other; random, and good for as long as an offer would be.
   * @throws DomainError BUSY when they have prepared too much that was not started.
   */
  async prepare(recipe: Recipe, visitor: string | null = null): Promise<string> {
    const task = this.recipes.with(recipe);
    if (!(await this.tasks.prepare(task, visitor))) {
      throw new DomainError('BUSY', { retryAfterSeconds: PREPARED_SECONDS });
    }
    return task.taskId;
  }

  /**
   * Keeps a task for what a visitor wishes of an offer or a list.
   * @param offerId names the offer, or the list.
   * @throws DomainError TASK_UNKNOWN, WISH_NOT_POSSIBLE, BUSY, and what the wish's own rules say.
   */
  async create(
    offerId: string,
    wish: Wish,
    { host, visitor }: Pick<StartOptions, 'host' | 'visitor'>,
  ): Promise<CreateTaskReply> {
    const recipe = await this.recipes.wished(offerId, wish, host);
    if (recipe === null) {
      throw new DomainError('TASK_UNKNOWN');
    }
    const task_id = await this.prepare(recipe, visitor);
    return { task_id, status: 'prepared', filename: recipe.fileName };
  }

  /**
   * Starts a task. Asked again while it waits, runs or is done, it changes nothing; after a failure
   * or a cancellation, or when its file was lost, it starts anew.
   * @throws DomainError TASK_UNKNOWN; TOO_MANY_WAITING or BUSY when it would have to wait behind too many.
   */
  async start(taskId: string, options: StartOptions): Promise<StartMergeReply> {
    let started = await this.begin(taskId, options);
    // Several visitors may have had it made at once, and all their files may be lost.
    for (
      let tries = 1;
      tries < MAX_FILES_LOST &&
      started.fileId !== null &&
      !(await this.files.isThere(started.fileId, started.fileBytes));
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

  /** @throws DomainError TASK_UNKNOWN, also when the task is over and gone. */
  async status(taskId: string): Promise<MergeStatus> {
    if (this.unknown.has(taskId)) {
      throw new DomainError('TASK_UNKNOWN');
    }
    const task = await this.tasks.find(taskId);
    if (task !== null && !isGone(task)) {
      if (task.askedLongAgo && !isFinal(task.status)) {
        await this.line.noteAsked([taskId]);
      }
      return taskStatus(task, task.status === 'queued' ? await this.line.placeOf(taskId) : null);
    }
    if (task === null && (await this.recipes.stands(taskId))) {
      return preparedStatus(taskId);
    }
    // One that is over and gone may be started anew.
    if (task === null && taskId.length <= UNKNOWN.maxLength) {
      this.unknown.set(taskId, true);
    }
    throw new DomainError('TASK_UNKNOWN');
  }

  /**
   * Ends a task: its processes, its partial files. One that was never started is cancelled, too; one
   * that is over stays as it is, and all who watch it hear how it ended.
   * @param host our host, for the file's name when it is started after all.
   * @throws DomainError TASK_UNKNOWN
   */
  async cancel(taskId: string, host: string): Promise<MergeStatus> {
    const before = await this.status(taskId);
    if (isFinal(before.status)) {
      // Who cancels it has not heard of its end.
      this.events.emit('repeated', before);
      return before;
    }
    const isCancelled =
      (await this.tasks.cancel(taskId)) ||
      (await this.cancelUnstarted(taskId, host)) ||
      // Another tab may have started it between the two.
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
