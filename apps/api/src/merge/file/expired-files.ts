import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { Sweeps } from '../../infra/sweeps/sweeps.js';
import { WorkArea } from '../../infra/storage/work-area.js';
import { FinishedFiles } from './finished-files.js';
import { ExpiredTasksRepository } from '../task/expired-tasks.repository.js';

/**
 * Files younger than this, in milliseconds, are not treated as leftovers: the database may be
 * unavailable for a while after a file is published, which delays recording it.
 */
const NEW_FILE_MS = 180_000;
const LONGEST_INTERVAL_MS = 30_000;

/** Removes expired files with all traces of their tasks, and anything that a crash left behind. */
@Injectable()
export class ExpiredFiles implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ExpiredFiles.name);
  private sweeping: Promise<void> | null = null;
  private clearing: Promise<void> | null = null;
  private counting: NodeJS.Timeout | null = null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sweeps: Sweeps,
    private readonly tasks: ExpiredTasksRepository,
    private readonly files: FinishedFiles,
    private readonly work: WorkArea,
  ) {
    work.onShortage(() => this.clear());
  }

  async onApplicationBootstrap(): Promise<void> {
    // Clear up after a crash of this process before its first run.
    await this.sweep();
    const everyMs = Math.min(LONGEST_INTERVAL_MS, this.env.FILE_RETENTION_SECONDS * 250);
    this.sweeps.every({ name: 'retention', everyMs }, () => this.sweep());
    if (this.env.ROLE !== 'api') {
      // Every worker does this, because each tracks the used space by itself.
      this.counting = setInterval(() => void this.count(), everyMs);
    }
  }

  onModuleDestroy(): void {
    clearInterval(this.counting ?? undefined);
  }

  sweep(): Promise<void> {
    this.sweeping ??= this.sweepOnce().finally(() => (this.sweeping = null));
    return this.sweeping;
  }

  /**
   * Removes everything that has expired by now. Waits for a sweep in progress and then starts
   * another, because the first may have missed the latest files.
   */
  private clear(): Promise<void> {
    this.clearing ??= (this.sweeping ?? Promise.resolve()).then(() => {
      this.clearing = null;
      return this.sweep();
    });
    return this.clearing;
  }

  private async sweepOnce(): Promise<void> {
    // Keep the rows. While the files are missing, the rows are the only record of them.
    if (!(await this.files.store.isAvailable())) {
      this.logger.warn('The store of finished files is unavailable; not removing expired files');
      return;
    }
    const steps = [
      () => this.removeExpired(),
      () => this.removeUnknownFiles(),
      () => this.removeDeadRuns(),
    ];
    for (const step of steps) {
      await step().catch((err: unknown) => {
        this.logger.warn({ err }, 'Expired files could not be removed; trying again soon');
      });
    }
  }

  private async removeExpired(): Promise<void> {
    await this.files.discard(await this.tasks.forgetExpired());
    await this.tasks.removeForgotten();
  }

  /** Measures the used space again, because other processes write and remove files too. */
  private async count(): Promise<void> {
    try {
      if (!this.files.store.usesDisk) {
        // Each machine has its own work folders, which other machines' sweeps cannot reach.
        await this.removeDeadRuns();
      } else if (await this.files.store.isAvailable()) {
        await Promise.all([this.files.store.survey(), this.work.list()]);
      }
    } catch (err) {
      this.logger.warn({ err }, 'The files on disk could not be counted; trying again soon');
    }
  }

  private async removeUnknownFiles(): Promise<void> {
    const old = (await this.files.store.survey()).filter(({ ageMs }) => ageMs >= NEW_FILE_MS);
    await this.files.discard(old.map(({ name }) => name));
  }

  /**
   * Removes the folders of dead runs. A run is recorded in its task's row before its folder is
   * created, so a folder without a row is a leftover.
   */
  private async removeDeadRuns(): Promise<void> {
    const runs = await this.work.list();
    const live = await this.tasks.liveRuns(runs);
    await Promise.all(runs.filter((id) => !live.has(id)).map((id) => this.work.discard(id)));
  }
}
