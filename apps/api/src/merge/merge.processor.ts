import { isFinal } from '@dipper/contract';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DomainError } from '../infra/http/domain-error.js';
import { toDomainError } from '../infra/http/domain-error.filter.js';
import { FileLifetime } from './file-lifetime.js';
import { FileSource } from './file-source.js';
import { MergeProgress } from './merge-progress.js';
import type { MadeFile } from './merge-run.js';
import { MergeTaskRepository, type RunKey } from './merge-task.repository.js';
import { RunReporter } from './run-reporter.js';
import { taskStatus } from './task-status.js';
import { workerId } from './worker-id.js';

/** Why a run was stopped from outside. */
class Stopped extends Error {
  constructor(readonly why: 'lost' | 'shutdown') {
    super(`the run was stopped: ${why}`);
  }
}

/** Runs tasks: takes each, has its file made, and notes how it ended. */
@Injectable()
export class MergeProcessor implements OnModuleDestroy {
  private readonly logger = new Logger(MergeProcessor.name);
  private readonly worker = workerId();
  private readonly running = new Map<string, AbortController>();
  private draining = false;

  constructor(
    private readonly tasks: MergeTaskRepository,
    private readonly files: FileSource,
    private readonly progress: MergeProgress,
    private readonly lifetime: FileLifetime,
  ) {}

  /**
   * Runs a task, unless another run has it; and again, when it was started anew while its run was
   * ending, which the queue took for the same job.
   */
  async process(taskId: string): Promise<void> {
    for (let ran = true; ran && !this.draining;) {
      ran = await this.runOnce(taskId);
    }
  }

  /** @returns false when there was nothing to run. */
  private async runOnce(taskId: string): Promise<boolean> {
    const key: RunKey = { taskId, runId: randomUUID() };
    const task = await this.tasks.claim(key, this.worker);
    if (task === null) {
      return false;
    }
    const abort = new AbortController();
    this.running.set(taskId, abort);
    const reporter = new RunReporter(key, task, {
      tasks: this.tasks,
      tell: (status) => this.progress.tell(status),
      lost: () => abort.abort(new Stopped('lost')),
    });
    abort.signal.addEventListener('abort', () => {
      if ((abort.signal.reason as Stopped).why === 'lost') {
        reporter.silence();
      }
    });
    try {
      const made = await this.files.get(task, { meter: reporter.meter, signal: abort.signal });
      await reporter.close();
      await this.publish(key, made);
    } catch (error) {
      await reporter.close();
      await this.end(key, abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      this.running.delete(taskId);
      this.progress.forget(taskId);
    }
    return true;
  }

  /** Ends the run of a task, if it is here: the task was cancelled. */
  stop(taskId: string): void {
    this.running.get(taskId)?.abort(new Stopped('lost'));
  }

  onModuleDestroy(): void {
    this.draining = true;
  }

  /** Ends all runs and gives their tasks back to the queue. */
  handBackAll(): void {
    this.draining = true;
    for (const run of this.running.values()) {
      run.abort(new Stopped('shutdown'));
    }
  }

  /** True while this process works on a task. */
  isRunning(taskId: string): boolean {
    return this.running.has(taskId);
  }

  private async publish(key: RunKey, made: MadeFile): Promise<void> {
    if (await this.tasks.complete(key, { ...made, expiresAt: this.lifetime.end() })) {
      await this.tellEnd(key.taskId);
    } else {
      // Another run was quicker, or the task was cancelled at the last moment.
      await this.files.discard(made);
    }
  }

  private async end(key: RunKey, thrown: unknown): Promise<void> {
    if (thrown instanceof Stopped) {
      if (thrown.why === 'shutdown') {
        await this.tasks.handBack(key);
      } else {
        // Of what was told before it was known here, the end must be the last that is heard.
        await this.tellEnd(key.taskId);
      }
      return;
    }
    const error = toDomainError(thrown);
    const told =
      error.code === 'INTERNAL' ? new DomainError('MERGE_FAILED', { cause: thrown }) : error;
    const { taskId } = key;
    if (this.draining && told.code === 'UNAVAILABLE') {
      // What it needed has been shut down before it; the next start has it again.
      await this.tasks.handBack(key);
      return;
    }
    this.logger.warn({ err: told.cause ?? told, code: told.code, taskId }, 'A merge failed');
    if (await this.tasks.fail(key, told.code, told.message, this.lifetime.end())) {
      await this.tellEnd(taskId);
    }
  }

  /** Tells how a task ended, where it did. */
  private async tellEnd(taskId: string): Promise<void> {
    const task = await this.tasks.find(taskId);
    if (task !== null && isFinal(task.status)) {
      this.progress.tell(taskStatus(task, null));
    }
  }
}
