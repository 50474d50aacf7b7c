import { type ErrorCode, isFinal } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { metrics } from '../../infra/metrics/metrics.js';
import { VolumeMissing } from '../../infra/storage/media-volume.js';
import { SourceDamaged } from '../../source/client/source-damaged.js';
import { FinishedFiles } from '../file/finished-files.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { ClaimedTask, RunKey } from '../task/task-records.js';
import { taskStatus } from '../task/task-status.js';
import type { Drain } from './draining/drain.js';
import { RunReporter } from './run-reporter.js';
import type { RunSlot } from './slots/run-slot.js';
import { isLost, Stopped } from './draining/stopped.js';
import { earlierRunOf, TaskRun } from './task-run.js';
import { throughOutages } from './through-outages.js';

/** Errors that may not occur again in another process or on a later attempt. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'FILE_NOT_STORED']);

/** Includes the visitor, who is removed from the row when the task ends. */
type VisitorsRun = RunKey & Pick<ClaimedTask, 'visitor'>;

interface LifecycleOptions {
  /** Ends the run; its reason is a `Stopped`. */
  readonly abort: AbortController;
  readonly slot: RunSlot;
  readonly drain: Drain;
}

/**
 * Runs a claimed task to its end: has its file made, stores the outcome with the task, and tells
 * everybody who watches it. A run that ends with its process is handed back to the queue.
 */
@Injectable()
export class TaskLifecycle {
  private readonly logger = new Logger(TaskLifecycle.name);

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly runs: TaskRun,
    private readonly files: FinishedFiles,
    private readonly events: MergeEvents,
  ) {}

  /** Never rejects because of the task: its failure is stored. */
  async run(
    key: VisitorsRun,
    task: ClaimedTask,
    { abort, slot, drain }: LifecycleOptions,
  ): Promise<void> {
    const { signal } = abort;
    let reporter: RunReporter | null = null;
    try {
      const { recipe, estimates, isAudio } = this.runs.read(task.recipe);
      if (task.staleRunId === null) {
        metrics.observe('dipper_task_wait_seconds', { kind: recipe.kind }, task.waitedSeconds);
      }
      reporter = new RunReporter(
        key,
        {
          ...{ estimates, isAudio, kind: recipe.kind },
          ...{ progress: task.progress, steps: task.steps },
        },
        {
          tasks: this.tasks,
          tell: (status) => this.events.emit('advanced', status),
          looked: (pace) => void slot.look(pace).catch(() => undefined),
          lost: () => abort.abort(new Stopped('lost')),
        },
      );
      const { meter } = reporter;
      signal.addEventListener('abort', () => isLost(signal) && reporter?.silence());
      this.events.emit('began', reporter.status());
      const twin = await throughOutages(
        () => this.files.findShared(key.taskId),
        'The search for an equal file failed',
        () => drain.hasEnded || signal.aborted,
      );
      if (twin !== null) {
        await this.runs.clearAfter(task.staleRunId);
      }
      const file =
        twin ??
        (await this.runs.make(recipe, {
          ...key,
          after: earlierRunOf(task),
          leaves: (reason) => isHandBack(reason, drain),
          meter,
          signal,
          acceptsDamage: task.acceptsDamage,
          slot,
        }));
      await reporter.close();
      if (!(await settled(() => this.tasks.complete(key, file), drain))) {
        // Another run has completed the task, or the task was cancelled at the last moment.
        await this.files.discard([file.fileId]);
      }
      await this.announceEnd(key, drain);
    } catch (error) {
      await reporter?.close();
      await this.end(key, signal.aborted ? signal.reason : error, drain);
    }
  }

  private async end(key: VisitorsRun, thrown: unknown, drain: Drain): Promise<void> {
    if (thrown instanceof Stopped && thrown.why === 'lost') {
      await this.announceEnd(key, drain);
      return;
    }
    if (thrown instanceof VolumeMissing) {
      // Further runs would fail the same way.
      drain.begin();
    }
    if (isHandBack(thrown, drain)) {
      if (!(await this.tasks.handBack(key))) {
        // The task was cancelled in the meantime, so no other run will use the folder.
        await this.runs.clearAfter(key.runId);
      }
      return;
    }
    const error = toDomainError(thrown);
    const failure =
      error.code === 'INTERNAL' ? new DomainError('MERGE_FAILED', { cause: thrown }) : error;
    this.logger.warn(
      { err: failure.cause ?? failure, code: failure.code, taskId: key.taskId },
      'A task failed',
    );
    const { code, message, values = null } = failure;
    const damage = failure instanceof SourceDamaged ? failure.damage : null;
    await settled(() => this.tasks.fail(key, { code, message, values, damage }), drain);
    await this.announceEnd(key, drain);
  }

  /** Removes what the last run of a cancelled task has left for another run. */
  async clearCancelled(taskId: string): Promise<void> {
    const task = await this.tasks.find(taskId);
    if (task?.status === 'cancelled' && task.runId !== null) {
      await this.runs.clearLeft(task.runId);
    }
  }

  /** Publishes the end of a task: as new if this run ended it, otherwise as a repetition. */
  async announceEnd({ taskId, runId, visitor }: VisitorsRun, drain: Drain): Promise<void> {
    const task = await throughOutages(
      () => this.tasks.find(taskId),
      'The end of a task could not be announced',
      () => drain.hasEnded,
    );
    if (task !== null && isFinal(task.status)) {
      // If only the reply to our update was lost, this run still ended the task.
      const isOurs = task.runId === runId && task.status !== 'cancelled';
      this.events.emit(isOurs ? 'ended' : 'repeated', taskStatus(task));
      if (isOurs) {
        this.events.emit('settled', { taskId, errorCode: task.errorCode, visitor });
      }
    }
  }
}

/** True if a run ended because of this process, so that another run must continue the task. */
function isHandBack(reason: unknown, { hasBegun }: Drain): boolean {
  return (
    (reason instanceof Stopped && reason.why === 'shutdown') ||
    reason instanceof VolumeMissing ||
    (hasBegun && MAY_PASS.has(toDomainError(reason).code))
  );
}

function settled(note: () => Promise<boolean>, drain: Drain): Promise<boolean> {
  return throughOutages(note, 'The result of a task could not be stored', () => drain.hasEnded);
}
