import { ERRORS } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { inLogContext } from '../../infra/log/log-context.js';
import { processName } from '../../infra/process/process-name.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { ClaimedTask } from '../task/task-records.js';
import { inTraceOf } from './in-trace-of.js';
import { Drain } from './draining/drain.js';
import { type SlotKind, WorkSlots } from './slots/work-slots.js';
import { Stopped } from './draining/stopped.js';
import { Suspects } from './suspects.js';
import { TaskRun } from './task-run.js';
import { TaskLifecycle } from './task-lifecycle.js';

/** Takes tasks from the queue, as many at once as there are slots. */
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
  private readonly draining = new Drain();

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly runs: TaskRun,
    private readonly lifecycle: TaskLifecycle,
    events: MergeEvents,
    private readonly slots: WorkSlots,
  ) {
    events.on('ended', async ({ task_id, status }) => {
      const run = this.running.get(task_id);
      if (status === 'cancelled' && run !== undefined) {
        run.abort(new Stopped('lost'));
      } else if (status === 'cancelled') {
        // If this fails, the sweep removes the files.
        await this.lifecycle.clearCancelled(task_id);
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
      await this.lifecycle.announceEnd({ ...key, visitor: null }, this.draining);
    }
  }

  get isDraining(): boolean {
    return this.draining.hasBegun;
  }

  drain(): void {
    this.draining.begin();
  }

  /** Stops all runs and hands their tasks back to the queue. */
  handBackAll(): void {
    this.draining.end();
    for (const run of this.running.values()) {
      run.abort(new Stopped('shutdown'));
    }
  }

  /** Waits for a slot. @returns false if no more tasks are accepted. */
  private hasSlot(slotKind: SlotKind): Promise<boolean> {
    return this.slots.take(this.draining.signal, slotKind).then(
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
      inTraceOf(task, () =>
        this.lifecycle.run({ taskId, runId, visitor }, task, { abort, slot, drain: this.draining }),
      );
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
}
