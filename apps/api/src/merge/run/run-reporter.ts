import type { MergeStatus, MergeStep } from '@dipper/contract';
import type { Advance, MergeTaskRepository, RunKey } from '../task/merge-task.repository.js';
import { type Measure, RunMeter } from './run-meter.js';
import type { Pace } from './slowness.js';
import { runningStatus } from '../task/task-status.js';

/** How often it is looked where a run stands. */
const LOOK_MS = 250;
/** How often the database hears of a run at least: that is its sign of life. */
const ALIVE_MS = 1000;

interface ReporterPorts {
  readonly tasks: Pick<MergeTaskRepository, 'advance'>;
  readonly tell: (status: MergeStatus) => void;
  /** Hears at each look how the fetch goes. */
  readonly looked: (pace: Omit<Pace, 'fetchingMs'>) => void;
  /** The task is not this run's any more. */
  readonly lost: () => void;
}

/** What a run begins with. */
export interface RunStart extends Measure {
  /** What earlier runs of the task have shown. */
  readonly progress: number;
  /** Of its recipe. */
  readonly kind: string;
  /** As every process tells them. */
  readonly steps: MergeStep[] | null;
}

/**
 * Reads a run's meter at a steady pace, writes what is new into the task's row and then tells
 * watchers: the progress they see is never ahead of the row, so that a run after a crash takes the
 * bar up where it stood.
 */
export class RunReporter {
  readonly meter: RunMeter;
  private readonly timer: NodeJS.Timeout;
  private storing: Promise<void> | null = null;
  private stored: { progress: number; text: string; atMs: number };
  private storedEntries: Advance['entries'] = null;
  private toldEntries: Advance['entries'] = null;
  private closed = false;

  constructor(
    private readonly key: RunKey,
    private readonly start: RunStart,
    private readonly ports: ReporterPorts,
  ) {
    this.meter = new RunMeter(start);
    this.stored = { progress: start.progress, text: '', atMs: performance.now() };
    this.timer = setInterval(() => this.report(), LOOK_MS);
  }

  /** Where the run stands now. */
  status(): MergeStatus {
    return runningStatus(this.key.taskId, this.read(), this.start);
  }

  /** Writes down where the run got to; what ends it must not show less. Nothing is written after that. */
  async close(): Promise<void> {
    await this.storing;
    if (!this.closed) {
      this.silence();
      await this.store(this.read());
    }
  }

  /** Says nothing more: the task is not this run's any more, and others tell where it stands. */
  silence(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  private read(): Advance {
    const reading = this.meter.read(performance.now());
    const stage = reading.stage === 'video' && this.meter.isAudio ? 'audio' : reading.stage;
    // Until all has arrived, what is there is not the size of the streams.
    const fetched = (stage === 'merging' || stage === 'checking') && !this.meter.isPart;
    return {
      ...reading,
      stage,
      progress: Math.max(reading.progress, this.start.progress),
      combinedBytes: fetched ? this.meter.arrived : null,
      entries: this.meter.standings,
    };
  }

  private report(): void {
    // A database that is slow is not asked again before it has answered.
    this.storing ??= this.update().finally(() => {
      this.storing = null;
    });
  }

  private async update(): Promise<void> {
    const reading = this.read();
    this.ports.looked({ speed: reading.speed, fetchSeconds: this.meter.fetchSeconds });
    const text = JSON.stringify(reading);
    if (text === this.stored.text && performance.now() - this.stored.atMs < ALIVE_MS) {
      return;
    }
    const isNew = text !== this.stored.text;
    const isStored = await this.store(reading);
    if (isStored) {
      this.stored = { progress: reading.progress, text, atMs: performance.now() };
    }
    if (isNew && !this.closed) {
      // The bar waits while the database is away; speed and stage go on.
      const { progress } = this.stored;
      // Those of a bundle are kilobytes, four times a second to each who watches.
      const entries = reading.entries === this.toldEntries ? null : reading.entries;
      this.toldEntries = isStored ? reading.entries : this.toldEntries;
      this.ports.tell(
        runningStatus(this.key.taskId, { ...reading, progress, entries }, this.start),
      );
    }
  }

  /** @returns false when the database is away: the lease outlasts that for a while, and the end of the run tells. */
  private async store(reading: Advance): Promise<boolean> {
    try {
      const { entries } = reading;
      const news = { ...reading, entries: entries === this.storedEntries ? null : entries };
      if (!(await this.ports.tasks.advance(this.key, news))) {
        this.ports.lost();
      }
      this.storedEntries = entries;
      return true;
    } catch {
      return false;
    }
  }
}
