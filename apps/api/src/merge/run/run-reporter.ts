import type { MergeStatus, MergeStep } from '@dipper/contract';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { Advance, RunKey } from '../task/task-records.js';
import { type Measure, RunMeter } from './meter/run-meter.js';
import type { FetchPace } from './meter/slowness.js';
import { runningStatus } from '../task/task-status.js';

/** How often a run's progress is read, in milliseconds. */
const LOOK_MS = 250;
/**
 * Maximum time between updates to the database, in milliseconds. The updates also renew the run's
 * lease.
 */
const ALIVE_MS = 1000;

interface ReporterPorts {
  readonly tasks: Pick<MergeTaskRepository, 'advance'>;
  readonly tell: (status: MergeStatus) => void;
  /** Called at each reading, with the pace of the fetch. */
  readonly looked: (pace: Omit<FetchPace, 'fetchingMs'>) => void;
  readonly lost: () => void;
}

export interface RunStart extends Measure {
  readonly progress: number;
  readonly kind: string;
  readonly steps: MergeStep[] | null;
}

/**
 * Reads a run's meter at regular intervals, stores changes in the task's row, and then sends them
 * to watchers. Watchers never see progress that isn't stored yet, so after a crash the bar resumes
 * where it was.
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

  status(): MergeStatus {
    return runningStatus(this.key.taskId, this.read(), this.start);
  }

  /**
   * Stores the latest progress, so that the final status does not show less. Nothing is stored
   * afterwards.
   */
  async close(): Promise<void> {
    await this.storing;
    if (!this.closed) {
      this.silence();
      await this.store(this.read());
    }
  }

  /** Stops reporting without a last update, because another run has the task. */
  silence(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  private read(): Advance {
    const reading = this.meter.read(performance.now());
    const stage = reading.stage === 'video' && this.meter.isAudio ? 'audio' : reading.stage;
    // While data are still arriving, the number of fetched bytes is not the size of the streams.
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
    // Don't send another update to a slow database before it has answered the last one.
    this.storing ??= this.update().finally(() => {
      this.storing = null;
    });
  }

  private async update(): Promise<void> {
    const reading = this.read();
    this.ports.looked({ speed: reading.speed, fetchSeconds: this.meter.file.fetchSeconds });
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
      // Progress waits while the database is down; speed and stage do not.
      const { progress } = this.stored;
      // A bundle's entries can take several kilobytes. Without this, each watcher would receive
      // them four times a second.
      const entries = reading.entries === this.toldEntries ? null : reading.entries;
      this.toldEntries = isStored ? reading.entries : this.toldEntries;
      this.ports.tell(
        runningStatus(this.key.taskId, { ...reading, progress, entries }, this.start),
      );
    }
  }

  /**
   * @returns false if the database is down. This is harmless: the lease outlasts a short outage,
   * and the end of the run is stored in any case.
   */
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
