import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../infra/http/domain-error.js';
import { DiskStore } from '../../infra/storage/disk.store.js';
import { WorkArea } from '../../infra/storage/work-area.js';
import { MakerRegistry } from '../../make/maker-registry.js';
import { type Recipe, recipeSchema } from '../../make/recipe.js';
import { SourceDamaged } from '../../source/source-damaged.js';
import type { FinishedFile } from '../task/merge-task.repository.js';
import type { ProgressMeter } from './progress-meter.js';
import type { RunSlot } from './run-slot.js';
import { TaskSources } from './task-sources.js';

interface RunOptions {
  /** Names the work folder. */
  readonly runId: string;
  readonly meter: ProgressMeter;
  readonly signal: AbortSignal;
  /** The file is wanted even if its source is damaged. */
  readonly acceptsDamage: boolean;
  /** Given away while a slow source is waited for. */
  readonly slot: Pick<RunSlot, 'during'>;
}

/** A recipe, and what its progress is measured by. */
interface ReadRecipe {
  readonly recipe: Recipe;
  /** Sizes of its streams, bytes; null when unknown. */
  readonly estimates: readonly (number | null)[];
  readonly isAudio: boolean;
}

/** Makes the file of one recipe: room, fetch, make, publish. Knows nothing of tasks in a database. */
@Injectable()
export class TaskRun {
  constructor(
    private readonly makers: MakerRegistry,
    private readonly sources: TaskSources,
    private readonly work: WorkArea,
    private readonly store: DiskStore,
  ) {}

  /** The kinds of recipes that can be made here. */
  get kinds(): readonly string[] {
    return this.makers.kinds;
  }

  /** Reads a recipe as it was kept. @throws ZodError when it is none */
  read(stored: unknown): ReadRecipe {
    const recipe = recipeSchema.parse(stored);
    const maker = this.makers.for(recipe);
    return {
      recipe,
      estimates: maker.sources(recipe).map(({ sizeBytes }) => sizeBytes),
      isAudio: maker.isAudio(recipe),
    };
  }

  /** Removes what a run that died left of its work. */
  async clearAfter(runId: string | null): Promise<void> {
    if (runId !== null) {
      await this.work.discard(runId);
    }
  }

  /** @throws DomainError, or the reason of the signal; nothing is left in the work area then. */
  async make(recipe: Recipe, options: RunOptions): Promise<FinishedFile> {
    const { runId, meter, acceptsDamage, slot } = options;
    const maker = this.makers.for(recipe);
    const known = this.sources.weigh(maker.sources(recipe));
    try {
      const folder = await this.work.open(runId, maker.roomFor(known));
      const signal = AbortSignal.any([options.signal, folder.room.ended]);
      try {
        let combinedBytes = 0;
        const made = await maker.make(recipe, {
          folder: folder.path,
          signal,
          acceptsDamage,
          progress: meter,
          reserve: (bytes) => folder.room.growTo(bytes),
          count: (bytes) => folder.room.count(bytes),
          fetch: async (formats, page, anew = false) => {
            const fetching = { folder, meter, signal };
            if (anew) {
              combinedBytes = 0;
              await this.sources.discard(fetching);
            }
            const fetched = await slot.during(
              () => this.sources.fetch(formats, page, fetching),
              signal,
            );
            combinedBytes += fetched.reduce((sum, { bytes }) => sum + bytes, 0);
            return fetched;
          },
        });
        signal.throwIfAborted();
        if (made.damage.length > 0 && !acceptsDamage) {
          throw new SourceDamaged(
            made.damage,
            `a maker of ${recipe.kind} gave what nobody accepted`,
          );
        }
        const fileId = `${randomBytes(16).toString('hex')}.${made.ext}`;
        return {
          fileId,
          fileBytes: await this.store.publish(made.path, fileId, folder.room),
          combinedBytes,
          damage: made.damage,
        };
      } finally {
        await folder.close();
      }
    } catch (error) {
      throw isDiskFull(error) ? new DomainError('DISK_FULL', { cause: error }) : error;
    }
  }
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}
