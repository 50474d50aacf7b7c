import type { MergeStatus } from '@dipper/contract';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ENV, type Env } from '../infra/env/env.module.js';
import { knownCode } from '../infra/errors/to-domain-error.js';
import { metrics } from '../infra/metrics/metrics.js';
import { MergeEvents } from './merge-events.js';
import { WorkSlots } from './run/slots/work-slots.js';
import { type QueueState, TaskQueueRepository } from './task/task-queue.repository.js';

/** How often the waiting tasks are counted, in milliseconds. */
const SAMPLE_MS = 10_000;

/** A run in this process. */
interface Run {
  stage: string;
  readonly total: () => number;
  inStage: () => number;
}

/** Reports tasks, runs and the line of waiting tasks. */
@Injectable()
export class TaskMetrics implements OnModuleInit, OnModuleDestroy {
  private readonly runs = new Map<string, Run>();
  private queue: QueueState | null = null;
  private unwatch: (() => void)[] = [];

  constructor(
    private readonly events: MergeEvents,
    private readonly slots: WorkSlots,
    private readonly tasks: TaskQueueRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'ROLE'>,
  ) {}

  onModuleInit(): void {
    this.events.on('began', (status) => this.begin(status));
    this.events.on('advanced', (status) => this.advance(status));
    this.events.on('ended', (status) => this.end(status));
    // Another process has ended the task and counts it.
    this.events.on('repeated', ({ task_id }) => this.runs.delete(task_id));
    this.unwatch = [
      metrics.watchValue('dipper_queue_tasks', () => this.queue?.tasks ?? null),
      metrics.watchValue('dipper_queue_oldest_seconds', () => this.queue?.oldestSeconds ?? null),
    ];
    if (this.env.ROLE !== 'api') {
      this.unwatch.push(
        metrics.watchValue('dipper_task_slots', () => this.slots.count),
        metrics.watch('dipper_task_runs', () =>
          Object.entries(this.slots.runCounts).map(([state, value]) => ({
            ...{ labels: { state }, value },
          })),
        ),
      );
    }
  }

  onModuleDestroy(): void {
    this.unwatch.forEach((stop) => stop());
  }

  /** Counts the waiting tasks periodically, so that reading the metrics costs no query. */
  @Interval(SAMPLE_MS)
  async sample(): Promise<void> {
    // While the database is down, report nothing rather than an old value.
    this.queue = await this.tasks.state().catch(() => null);
  }

  private begin({ task_id, stage }: MergeStatus): void {
    const [total, inStage] = [metrics.clock(), metrics.clock()];
    this.runs.set(task_id, { stage: stage ?? 'none', total, inStage });
  }

  private advance({ task_id, kind, stage }: MergeStatus): void {
    const run = this.runs.get(task_id);
    if (run !== undefined && stage !== null && stage !== run.stage) {
      leave(run, kind);
      run.stage = stage;
      run.inStage = metrics.clock();
    }
  }

  private end({ task_id, kind, stage, status, error_code: code }: MergeStatus): void {
    const run = this.runs.get(task_id);
    this.runs.delete(task_id);
    const labels = { kind: kind ?? 'unknown', outcome: status };
    metrics.count('dipper_tasks_total', { ...labels, stage: run?.stage ?? stage ?? 'none' });
    if (status === 'error') {
      metrics.count('dipper_task_failures_total', { code: knownCode(code, 'MERGE_FAILED') });
    }
    if (run !== undefined) {
      leave(run, kind);
      metrics.observe('dipper_task_duration_seconds', labels, run.total());
    }
  }
}

function leave({ stage, inStage }: Run, kind: string | null): void {
  const labels = { kind: kind ?? 'unknown', stage };
  metrics.observe('dipper_task_stage_duration_seconds', labels, inStage());
}
