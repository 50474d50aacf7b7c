import { LIMITS, type MergeStatus } from '@dipper/contract';
import type { MergeTask } from './merge-task.entity.js';
import type { MergeTaskRepository, RunKey } from './merge-task.repository.js';
import { ProgressMeter, type Reading } from './progress-meter.js';
import { taskStatus } from './task-status.js';

/** How often the database hears of a run; that is its sign of life, too. */
const STORE_MS = 1000;

interface ReporterPorts {
  readonly tasks: Pick<MergeTaskRepository, 'advance'>;
  readonly tell: (status: MergeStatus) => void;
  /** The task is not this run's any more. */
  readonly lost: () => void;
}

/** Reads a run's meter at a steady pace and tells watchers (10 a second) and the database (1 a second). */
export class RunReporter {
  readonly meter: ProgressMeter;
  private readonly timers: NodeJS.Timeout[];
  private storing: Promise<void> = Promise.resolve();
  private last = '';
  private closed = false;

  constructor(
    private readonly key: RunKey,
    private readonly task: MergeTask,
    private readonly ports: ReporterPorts,
  ) {
    const { main, sound } = task.plan;
    this.meter = new ProgressMeter(
      sound === null ? [main.sizeBytes] : [main.sizeBytes, sound.sizeBytes],
    );
    this.report();
    this.timers = [
      setInterval(() => this.report(), 1000 / LIMITS.updatesPerSecond),
      setInterval(() => this.store(), STORE_MS),
    ];
  }

  /** Writes down where the run got to; what ends it must not show less. Nothing is written after that. */
  async close(): Promise<void> {
    if (!this.closed) {
      this.silence();
      this.store();
    }
    await this.storing;
  }

  /** Says nothing more: the task is not this run's any more, and others tell where it stands. */
  silence(): void {
    this.closed = true;
    this.timers.forEach((timer) => clearInterval(timer));
  }

  private read(): Reading & { combinedBytes: number | null } {
    const reading = this.meter.read(performance.now());
    const stage = reading.stage === 'video' && this.task.plan.isAudio ? 'audio' : reading.stage;
    // Until all has arrived, what is there is not the size of the streams.
    const fetched = stage === 'merging' || stage === 'checking';
    return {
      ...reading,
      stage,
      // A second run after a crash goes on showing what the first had reached.
      progress: Math.max(reading.progress, this.task.progress),
      combinedBytes: fetched ? this.meter.arrived : null,
    };
  }

  private report(): void {
    const status = taskStatus({ ...this.task, ...this.read() }, null);
    const text = JSON.stringify(status);
    if (text !== this.last) {
      this.last = text;
      this.ports.tell(status);
    }
  }

  private store(): void {
    this.storing = this.storing.then(async () => {
      try {
        const mine = await this.ports.tasks.advance(this.key, {
          ...this.read(),
        });
        if (!mine) {
          this.ports.lost();
        }
      } catch {
        // The database is away: the lease outlasts several of these, and the end of the run tells.
      }
    });
  }
}
