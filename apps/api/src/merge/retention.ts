import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { EXTRACTION_LIFETIME_MS } from '../extract/extraction-lifetime.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { ExpiredTaskRepository } from './expired-task.repository.js';
import { FileSharing } from './file-sharing.js';

/** Between publishing a file and noting it in the database lies a moment, milliseconds. */
const NEW_FILE_MS = 60_000;
const LONGEST_INTERVAL_MS = 30_000;

/** Removes finished files and all traces of their tasks when retention ends, and what crashes left. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Retention.name);
  private readonly everyMs: number;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(ENV) env: Env,
    private readonly tasks: ExpiredTaskRepository,
    private readonly sharing: FileSharing,
    private readonly store: DiskStore,
  ) {
    this.everyMs = Math.min(LONGEST_INTERVAL_MS, env.FILE_RETENTION_SECONDS * 250);
  }

  async onApplicationBootstrap(): Promise<void> {
    // Nothing of ours runs yet: work folders without a live run are from before.
    await this.sweep(0);
    this.timer = setInterval(() => void this.sweep(NEW_FILE_MS), this.everyMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer !== null) {
      clearInterval(this.timer);
    }
  }

  /** @param settledMs work folders younger than that are somebody's work. */
  async sweep(settledMs: number): Promise<void> {
    try {
      const now = Date.now();
      await this.sharing.discard(await this.tasks.forgetExpired(new Date(now)));
      await this.tasks.removeExpired(new Date(now - EXTRACTION_LIFETIME_MS));
      const files = olderThan(NEW_FILE_MS, await this.store.list());
      await this.sharing.discard(files.map(({ name }) => name));

      const folders = olderThan(settledMs, await this.store.listWork());
      const tasks = [...new Set(folders.map(({ taskId }) => taskId))];
      const running = await this.tasks.running(tasks);
      await Promise.all(
        tasks.filter((id) => !running.has(id)).map((id) => this.store.closeWork(id)),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'Expired files could not be removed; next try soon');
    }
  }
}

function olderThan<T extends { ageMs: number }>(ms: number, found: readonly T[]): T[] {
  return found.filter(({ ageMs }) => ageMs >= ms);
}
