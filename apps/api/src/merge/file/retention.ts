import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { WorkArea } from '../../infra/storage/work-area.js';
import { FinishedFiles } from './finished-files.js';
import { RetentionRepository } from '../task/retention.repository.js';

/** Between publishing a file and noting it in the database the database may be away for a while, milliseconds. */
const NEW_FILE_MS = 180_000;
const LONGEST_INTERVAL_MS = 30_000;

/** Removes finished files and all traces of their tasks when retention ends, and what crashes left. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly logger = new Logger(Retention.name);
  private busy = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly timers: SchedulerRegistry,
    private readonly tasks: RetentionRepository,
    private readonly files: FinishedFiles,
    private readonly work: WorkArea,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.sweep();
    const everyMs = Math.min(LONGEST_INTERVAL_MS, this.env.FILE_RETENTION_SECONDS * 250);
    this.timers.addInterval(
      'retention',
      setInterval(() => void this.sweep(), everyMs),
    );
  }

  async sweep(): Promise<void> {
    if (this.busy) {
      return;
    }
    this.busy = true;
    const steps = [
      () => this.removeExpired(),
      () => this.removeUnknownFiles(),
      () => this.removeDeadRuns(),
    ];
    for (const step of steps) {
      // One that fails must not keep the others.
      await step().catch((err: unknown) => {
        this.logger.warn({ err }, 'What is over could not be removed; next try soon');
      });
    }
    this.busy = false;
  }

  private async removeExpired(): Promise<void> {
    await this.files.discard(await this.tasks.forgetExpired());
    await this.tasks.removeForgotten();
  }

  private async removeUnknownFiles(): Promise<void> {
    const old = (await this.files.survey()).filter(({ ageMs }) => ageMs >= NEW_FILE_MS);
    await this.files.discard(old.map(({ name }) => name));
  }

  /** A run is in its task's row before it has a folder: a folder without one is of a run that is over. */
  private async removeDeadRuns(): Promise<void> {
    const runs = await this.work.list();
    const live = await this.tasks.liveRuns(runs);
    await Promise.all(runs.filter((id) => !live.has(id)).map((id) => this.work.discard(id)));
  }
}
