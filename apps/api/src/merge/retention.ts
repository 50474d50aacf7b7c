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
import { MergeTaskRepository } from './merge-task.repository.js';

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
    private readonly tasks: MergeTaskRepository,
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
      await this.removeUnused(await this.tasks.forgetExpired(new Date(now)));
      await this.tasks.removeExpired(new Date(now - EXTRACTION_LIFETIME_MS));
      await this.removeUnused(olderThan(NEW_FILE_MS, await this.store.list()));

      const folders = olderThan(settledMs, await this.store.listWork());
      const running = await this.tasks.running(folders);
      await Promise.all(
        folders.filter((name) => !running.has(name)).map((name) => this.store.closeWork(name)),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'Expired files could not be removed; next try soon');
    }
  }

  private async removeUnused(files: readonly string[]): Promise<void> {
    const inUse = await this.tasks.filesInUse(files);
    await Promise.all(
      files.filter((name) => !inUse.has(name)).map((name) => this.store.remove(name)),
    );
  }
}

function olderThan(ms: number, found: readonly { name: string; ageMs: number }[]): string[] {
  return found.filter(({ ageMs }) => ageMs >= ms).map(({ name }) => name);
}
