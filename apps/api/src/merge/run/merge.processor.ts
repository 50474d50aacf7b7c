import { type ErrorCode, ERRORS, isFinal } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { inLogContext } from '../../infra/log/log-context.js';
import { metrics } from '../../infra/metrics/metrics.js';
import { VolumeMissing } from '../../infra/storage/media-volume.js';
import { SourceDamaged } from '../../source/client/source-damaged.js';
import { FinishedFiles } from '../file/finished-files.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { ClaimedTask, RunKey } from '../task/task-records.js';
import { RunReporter } from './run-reporter.js';
import type { RunSlot } from './slots/run-slot.js';
import { throughOutages } from './through-outages.js';
import { Suspects } from './suspects.js';
import { isLost, Stopped } from './stopped.js';
import { earlierRunOf, TaskRun } from './task-run.js';
import { type SlotKind, WorkSlots } from './slots/work-slots.js';
import { taskStatus } from '../task/task-status.js';
import { inTraceOf } from './in-trace-of.js';
import { processName } from '../../infra/process/process-name.js';

/** Errors that may not occur again in another process or on a later attempt. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'FILE_NOT_STORED']);

/** Includes the visitor, who is removed from the row when the task ends. */
type VisitorsRun = RunKey & Pick<ClaimedTask, 'visitor'>;

@Injectable()
export class MergeProcessor {
  private readonly logger = new Logger(MergeProcessor.name);
  private readonly worker = processName();
  private readonly running = new Map<string, AbortController>();
  private readonly suspects = new Suspects();
  /**
   * What a shutdown waits for: every run, and every call of `work` that comes from `wake`, because
   * no caller waits for it.
   */
  private readonly tracked = new Set<Promise<void>>();
  /** Number of `work` calls in progress, not counting those in the quick slot only. */
  private working = 0;
  /** True if `work` was called after a call in progress last looked for a task. */
  private isCalled = false;
  private readonly drained = new AbortController();
  /** True once running tasks have been handed back, so that nothing needs to wait anymore. */
  private stopped = false;

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly runs: TaskRun,
    private readonly files: FinishedFiles,
    private readonly events: MergeEvents,
    private readonly slots: WorkSlots,
  ) {
    // Each wait for a slot adds a listener. Node would warn about a leak.
    setMaxListeners(0, this.drained.signal);
    events.on('ended', ({ task_id, status }) => {
      const run = this.running.get(task_id);
      if (status === 'cancelled' && run !== undefined) {
        run.abort(new Stopped('lost'));
      } else if (status === 'cancelled') {
        // If this fails, the sweep removes the files.
        this.clearCancelled(task_id).catch((err: unknown) =>
          this.logger.warn({ err }, 'The files of a cancelled task could not be removed'),
        );
      }
    });
  }

  /**
   * Runs tasks, each as soon as there is a slot, until none is waiting. If there are already as
   * many calls in progress as slots, a further call runs only quick tasks.
   */
  work(): Promise<void> {
    return inLogContext({}, () => this.workOn());
  }

  private async workOn(): Promise<void> {
    if (this.working >= this.slots.count) {
      this.isCalled = true;
      await this.workIn('quick');
      return;
    }
    this.working += 1;
    try {
      await this.workIn('any');
    } finally {
      this.working -= 1;
    }
  }

  private async workIn(slotKind: SlotKind): Promise<void> {
    let ran = true;
    while (ran) {
      ran = (await this.hasSlot(slotKind)) && (await this.runNext(slotKind));
    }
  }

  async idle(): Promise<void> {
    while (this.tracked.size > 0) {
      await Promise.all(this.tracked);
    }
  }

  async giveUpDead(): Promise<void> {
    const { message } = ERRORS.MERGE_GAVE_UP;
    const dead = await this.tasks.giveUp('MERGE_GAVE_UP', message, [...this.running.keys()]);
    for (const key of dead) {
      await this.runs.clearAfter(key.runId);
      await this.announceEnd({ ...key, visitor: null });
    }
  }

  get isDraining(): boolean {
    return this.drained.signal.aborted;
  }

  drain(): void {
    this.drained.abort();
  }

  /** Stops all runs and hands their tasks back to the queue. */
  handBackAll(): void {
    this.drain();
    this.stopped = true;
    for (const run of this.running.values()) {
      run.abort(new Stopped('shutdown'));
    }
  }

  /** Waits for a slot. @returns false if no more tasks are accepted. */
  private hasSlot(slotKind: SlotKind): Promise<boolean> {
    return this.slots.take(this.drained.signal, slotKind).then(
      () => true,
      () => false,
    );
  }

  /** Must be called while holding a slot. @returns false if there was nothing to run. */
  private async runNext(slotKind: SlotKind): Promise<boolean> {
    const runId = randomUUID();
    if (slotKind === 'any') {
      this.isCalled = false;
    }
    const task = await this.claim(runId, slotKind).catch((error: unknown) => {
      this.slots.release(slotKind);
      throw error;
    });
    if (task === null) {
      this.slots.release(slotKind);
      // If `work` was called in the meantime, this query may have missed its task.
      return slotKind === 'any' && this.isCalled && !this.isDraining;
    }
    const abort = new AbortController();
    let leave = (): void => undefined;
    const left = new Promise<'left'>((resolve) => (leave = () => resolve('left')));
    const slot = this.slots.begin(
      task,
      () => {
        leave();
        this.wake();
      },
      slotKind,
    );
    const { taskId, visitor } = task;
    this.running.set(taskId, abort);
    // The run may have been started by any request, or by the end of another run.
    const making = (): Promise<void> =>
      inTraceOf(task, () => this.run({ taskId, runId, visitor }, task, { abort, slot }));
    const run = inLogContext({ taskId }, making).finally(() => {
      this.running.delete(taskId);
      this.suspects.ended(task);
      slot.end();
    });
    // Bull's close does not always wait for running jobs.
    this.track(run);
    if ((await Promise.race([run, left])) === 'left') {
      this.follow(run);
    }
    return true;
  }

  private async claim(runId: string, slotKind: SlotKind): Promise<ClaimedTask | null> {
    const kinds = slotKind === 'quick' ? this.runs.quickKinds : this.runs.kinds;
    if (slotKind === 'quick' && kinds.length === 0) {
      return null;
    }
    const task = await this.suspects.claim((limits) =>
      this.tasks.claimNext(
        { workerId: this.worker, runId },
        { kinds, except: [...this.running.keys()], ...this.slots.full(), ...limits },
      ),
    );
    if (task === null || !this.isDraining) {
      return task;
    }
    this.suspects.ended(task);
    await this.tasks.handBack({ taskId: task.taskId, runId });
    return null;
  }

  /** Keeps track of a run that gave up its slot until the run ends. */
  private follow(run: Promise<void>): void {
    // The end of the run may let another task of its visitor start.
    this.track(run.finally(() => this.wake()));
  }

  /** Looks for work if a slot may be free and no `work` call is waiting for one. */
  private wake(): void {
    if (this.working < this.slots.count && !this.isDraining) {
      this.track(this.work());
    }
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'A task could not be taken from the queue'),
      )
      .finally(() => this.tracked.delete(tracked));
    this.tracked.add(tracked);
  }

  private async run(
    key: VisitorsRun,
    task: ClaimedTask,
    { abort, slot }: { abort: AbortController; slot: RunSlot },
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
        () => this.stopped || signal.aborted,
      );
      if (twin !== null) {
        await this.runs.clearAfter(task.staleRunId);
      }
      const file =
        twin ??
        (await this.runs.make(recipe, {
          ...key,
          after: earlierRunOf(task),
          leaves: (reason) => this.isHandBack(reason),
          meter,
          signal,
          acceptsDamage: task.acceptsDamage,
          slot,
        }));
      await reporter.close();
      if (!(await this.settled(() => this.tasks.complete(key, file)))) {
        // Another run has completed the task, or the task was cancelled at the last moment.
        await this.files.discard([file.fileId]);
      }
      await this.announceEnd(key);
    } catch (error) {
      await reporter?.close();
      await this.end(key, signal.aborted ? signal.reason : error);
    }
  }

  private async end(key: VisitorsRun, thrown: unknown): Promise<void> {
    if (thrown instanceof Stopped && thrown.why === 'lost') {
      await this.announceEnd(key);
      return;
    }
    if (thrown instanceof VolumeMissing) {
      // Further runs would fail the same way.
      this.drain();
    }
    if (this.isHandBack(thrown)) {
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
    await this.settled(() => this.tasks.fail(key, { code, message, values, damage }));
    await this.announceEnd(key);
  }

  /** True if a run ended because of this process, so that another run must continue the task. */
  private isHandBack(reason: unknown): boolean {
    return (
      (reason instanceof Stopped && reason.why === 'shutdown') ||
      reason instanceof VolumeMissing ||
      (this.isDraining && MAY_PASS.has(toDomainError(reason).code))
    );
  }

  private async clearCancelled(taskId: string): Promise<void> {
    const task = await this.tasks.find(taskId);
    if (task?.status === 'cancelled' && task.runId !== null) {
      await this.runs.clearLeft(task.runId);
    }
  }

  private settled(note: () => Promise<boolean>): Promise<boolean> {
    return throughOutages(note, 'The result of a task could not be stored', () => this.stopped);
  }

  /** Publishes the end of a task: as new if this run ended it, otherwise as a repetition. */
  private async announceEnd({ taskId, runId, visitor }: VisitorsRun): Promise<void> {
    const task = await throughOutages(
      () => this.tasks.find(taskId),
      'The end of a task could not be announced',
      () => this.stopped,
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
