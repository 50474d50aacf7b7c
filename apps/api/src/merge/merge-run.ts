import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { MergePlan } from '../extract/merge-plan.js';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainError } from '../infra/http/domain-error.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { boundSize } from './bound-size.js';
import { SourceFetcher, sourcesOf } from '../source/source-fetcher.js';
import { Makers } from '../make/makers.js';
import type { ProgressMeter } from './progress-meter.js';

/** What a run made. */
export interface MadeFile {
  readonly fileId: string;
  readonly fileBytes: number;
  readonly combinedBytes: number;
}

interface MakeOptions {
  readonly meter: ProgressMeter;
  readonly signal: AbortSignal;
}

/** Free space a merge needs, as a multiple of its streams: they, the joined file, and some. */
const ROOM_FACTOR = 2.1;
/** How often the disk is looked at while streams arrive, milliseconds. */
const LOOK_AT_DISK_MS = 2000;

/** Makes the file of one plan: fetch, join, check, publish. Knows nothing of tasks in a database. */
@Injectable()
export class MergeRun {
  private readonly logger = new Logger(MergeRun.name);

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly fetcher: SourceFetcher,
    private readonly store: DiskStore,
    private readonly makers: Makers,
  ) {}

  /**
   * @param taskId names the work folder; it is gone afterwards, whatever happens.
   * @throws DomainError, or the reason of the signal.
   */
  async make(plan: MergePlan, taskId: string, options: MakeOptions): Promise<MadeFile> {
    try {
      await this.admit(plan);
      const folder = await this.store.openWork(taskId);
      try {
        return await this.makeIn(folder, plan, options);
      } finally {
        await this.store.closeRun(folder).catch((error: unknown) => {
          this.logger.warn({ err: error }, 'A work folder could not be removed; the sweep will');
        });
      }
    } catch (error) {
      throw isDiskFull(error) ? new DomainError('DISK_FULL', { cause: error }) : error;
    }
  }

  private async makeIn(
    folder: string,
    plan: MergePlan,
    { meter, signal }: MakeOptions,
  ): Promise<MadeFile> {
    const recipe = { kind: 'join', ...plan } as const;
    const { path, ext } = await this.makers.for(recipe).make(recipe, {
      folder,
      signal,
      progress: meter,
      fetch: async () => {
        const paths = await this.fetchWithinBounds(plan, folder, { meter, signal });
        return Promise.all(
          paths.map(async (source) => ({ path: source, bytes: (await stat(source)).size })),
        );
      },
      // Where nobody gave the sizes before, this is the first that is known of them.
      reserve: (totalBytes) => this.needRoomFor(totalBytes - meter.arrived),
    });
    signal.throwIfAborted();
    const fileId = `${randomBytes(16).toString('hex')}.${ext}`;
    return {
      fileId,
      fileBytes: await this.store.publish(path, fileId),
      combinedBytes: meter.arrived,
    };
  }

  /** Nobody may know the sizes before, and others fill the same disk: it is looked at while bytes come. */
  private async fetchWithinBounds(
    plan: MergePlan,
    folder: string,
    { meter, signal }: MakeOptions,
  ): Promise<string[]> {
    const full = new AbortController();
    const look = async (): Promise<void> => {
      if (!(await this.store.hasRoomFor(0))) {
        full.abort(new DomainError('DISK_FULL', { cause: 'the limit was passed while fetching' }));
      }
    };
    const watch = setInterval(() => void look().catch(() => undefined), LOOK_AT_DISK_MS);
    try {
      return await this.fetcher.fetch(plan, folder, {
        meter,
        signal: AbortSignal.any([signal, full.signal]),
      });
    } finally {
      clearInterval(watch);
    }
  }

  /** Refuses up front what cannot fit. */
  private async admit(plan: MergePlan): Promise<void> {
    const streams = sourcesOf(plan).reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
    boundSize(streams, this.env.MAX_FILE_BYTES);
    await this.needRoomFor(streams * ROOM_FACTOR);
  }

  private async needRoomFor(bytes: number): Promise<void> {
    if (!(await this.store.hasRoomFor(bytes))) {
      throw new DomainError('DISK_FULL', { cause: `no room for ${bytes} bytes more` });
    }
  }
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}
