import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../infra/errors/domain-error.js';
import { isDiskFull } from '../../infra/errors/disk-full.js';
import { isKnownDead } from '../../infra/process/process-name.js';
import { FILE_STORE, type FileStore } from '../../infra/storage/file-store.port.js';
import { VolumeMissing } from '../../infra/storage/media-volume.js';
import { type FolderTakeover, WorkArea } from '../../infra/storage/work-area.js';
import { traced } from '../../infra/tracing/tracing.js';
import { MakerRegistry } from '../../make/maker-registry.js';
import type { AnyRecipe } from '../../make/recipe.js';
import { isResumable } from '../../source/files/resume-note.js';
import { SourceDamaged } from '../../source/client/source-damaged.js';
import type { ClaimedTask, FinishedFile } from '../task/task-records.js';
import { ListEntries } from './list-entries.js';
import { RunContext } from './run-context.js';
import { type Measure, measureOf, type RunMeter } from './meter/run-meter.js';
import type { RunSlot } from './slots/run-slot.js';
import { TaskSources } from './task-sources.js';

export interface EarlierRun {
  readonly runId: string;
  /** True if the run's process is known to be dead, so that it can no longer write. */
  readonly isDead: boolean;
}

/** The task's previous run; null if there was none. */
export function earlierRunOf({ staleRunId, staleWorkerId }: ClaimedTask): EarlierRun | null {
  const isDead = staleWorkerId !== null && isKnownDead(staleWorkerId);
  return staleRunId === null ? null : { runId: staleRunId, isDead };
}

export interface TaskRunOptions {
  readonly taskId: string;
  /** Also the name of the work folder. */
  readonly runId: string;
  /** The run whose files may be reused; null if there was none. */
  readonly after: EarlierRun | null;
  /**
   * Decides whether fetched files are kept for the next run, given the reason why this run ended.
   */
  readonly leaves: (reason: unknown) => boolean;
  readonly meter: RunMeter;
  readonly signal: AbortSignal;
  readonly acceptsDamage: boolean;
  /** The run's slot, which it gives up while it waits for a slow source. */
  readonly slot: Pick<RunSlot, 'during' | 'yieldSlot'>;
}

interface ReadRecipe extends Measure {
  readonly recipe: AnyRecipe;
}

/**
 * Makes the file of one recipe: reserves space, fetches the sources, makes the file and publishes
 * it. It has no access to the tasks in the database.
 */
@Injectable()
export class TaskRun {
  constructor(
    private readonly makers: MakerRegistry,
    private readonly sources: TaskSources,
    private readonly entries: ListEntries,
    private readonly work: WorkArea,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  get quickKinds(): readonly string[] {
    return this.makers.quickKinds;
  }

  get kinds(): readonly string[] {
    return this.makers.kinds;
  }

  /** Like `MakerRegistry.read`. */
  read(stored: unknown): ReadRecipe {
    const recipe = this.makers.read(stored);
    return { recipe, ...measureOf(this.makers.for(recipe), recipe) };
  }

  async clearAfter(runId: string | null): Promise<void> {
    if (runId !== null) {
      await this.work.discard(runId);
    }
  }

  /** Removes files that a run left for a next run that will not take place. */
  async clearLeft(runId: string): Promise<void> {
    if (await this.work.isHandedOver(runId)) {
      await this.work.discard(runId);
    }
  }

  /**
   * @throws DomainError, or the signal's reason. The work area then holds only the files for the
   * next run.
   */
  make(recipe: AnyRecipe, options: TaskRunOptions): Promise<FinishedFile> {
    const facts = { taskId: options.taskId, kind: recipe.kind };
    return traced('task', facts, () => this.makeTraced(recipe, options));
  }

  private async makeTraced(recipe: AnyRecipe, options: TaskRunOptions): Promise<FinishedFile> {
    const { runId, meter, acceptsDamage, slot } = options;
    const maker = this.makers.for(recipe);
    const known = this.sources.boundTotalSize(maker.sources(recipe));
    try {
      const from = await this.takeOverFolder(options.after);
      const folder = await this.work.open(runId, maker.roomFor(known, recipe), from);
      const signal = AbortSignal.any([options.signal, folder.room.ended]);
      try {
        const { sources, entries, makers } = this;
        const parts = { sources, entries, makers, meter, slot, signal, acceptsDamage };
        const context = new RunContext(parts, folder);
        const made = await maker.make(recipe, context);
        signal.throwIfAborted();
        if (made.damage.length > 0 && !acceptsDamage) {
          throw new SourceDamaged(
            made.damage,
            `the maker of ${recipe.kind} returned damage that nobody accepted`,
          );
        }
        const fileId = `${randomBytes(16).toString('hex')}.${made.ext}`;
        const fileBytes = await traced('publish', {}, () =>
          this.store.publish(made.path, fileId, folder.room, {
            signal,
            onShare: (share) => meter.file.publishing(share),
          }),
        );
        await folder.close();
        const { combinedBytes } = context;
        const { damage, fileName } = made;
        return { fileId, fileBytes, combinedBytes, damage, ...(fileName && { fileName }) };
      } catch (error) {
        const reason: unknown = options.signal.aborted ? options.signal.reason : error;
        await (options.leaves(reason) ? folder.leave() : folder.close());
        throw error;
      }
    } catch (error) {
      if (!options.signal.aborted && !(await this.work.isAvailable())) {
        throw new VolumeMissing();
      }
      throw isDiskFull(error) ? new DomainError('DISK_FULL', { cause: error }) : error;
    }
  }

  /**
   * The previous run's folder, if the folder was left for this run or the previous run is known to
   * be dead. A run that is merely suspended may still write, so its folder is not reused.
   */
  private async takeOverFolder(after: EarlierRun | null): Promise<FolderTakeover | null> {
    if (after === null) {
      return null;
    }
    if (after.isDead || (await this.work.isHandedOver(after.runId))) {
      return { runId: after.runId, takes: isResumable };
    }
    await this.work.discard(after.runId);
    return null;
  }
}
