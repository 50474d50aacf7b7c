import type { EntryStanding } from '@dipper/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { toDomainError } from '../../infra/errors/to-domain-error.js';
import { SOMEWHERE } from '../../source/client/source-damaged.js';
import { FileMaker, type ListContext, type Made, type Maker } from '../maker.port.js';
import type { Bundle, ChosenEntry } from '../recipe.js';
import { addRemarks, type BundleInProgress, throwIfEmpty } from './bundle-in-progress.js';
import { singleLine } from './not-included.js';
import { listKey } from './list-key.js';
import { type MadeEntry, makeEntry } from './make-entry.js';
import { ZipFile } from './zip-file.js';
import { nameInZip } from './zip-names.js';

/** The name of the zip in the run's folder. Visitors can download it while it is being written. */
export const BUNDLE_FILE = 'bundle.zip';

/** Maximum size of a bundle, as a multiple of the maximum size of a single file. */
const LARGEST_FILES = 4;
/** Size in bytes of the local and the central header of a member. Both contain its name. */
const MEMBER_BYTES = 2048;

/**
 * Prepares the entries of a list one after another, and adds each to a zip as soon as it is ready.
 * The disk holds the zip and one entry at a time. A text file in the zip lists the entries that
 * failed. An interrupted run starts over, because an unfinished zip cannot be resumed.
 */
@Injectable()
@FileMaker()
export class BundleMaker implements Maker<Bundle> {
  readonly kind = 'bundle';
  private readonly logger = new Logger(BundleMaker.name);

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'MAX_FILE_BYTES'>) {}

  sources(): [] {
    return [];
  }

  isAudio({ quality }: Bundle): boolean {
    return quality === 'sound' || quality === 'mp3';
  }

  roomFor(): number {
    return 0;
  }

  shareKey(recipe: Bundle): string {
    return listKey(recipe, recipe.entries, recipe.language);
  }

  /**
   * @throws DomainError BUNDLE_EMPTY if no entry could be made (or their common error if all of
   *   them failed for the same reason), UNAVAILABLE if the service itself isn't ready, DISK_FULL;
   *   the signal's reason.
   */
  async make(recipe: Bundle, context: ListContext): Promise<Made> {
    const path = join(context.folder, BUNDLE_FILE);
    const filling: BundleInProgress = {
      recipe,
      zip: new ZipFile(path, (bytes) => context.count(bytes)),
      begunAt: new Date(),
      standings: recipe.entries.map(({ id, title }) => ({
        ...{ id, title: title && singleLine(title) },
        ...{ state: 'waiting', error_code: null },
      })),
      failed: [],
      damaged: [],
    };
    context.reportEntries(filling.standings);
    try {
      for (const done of recipe.entries.keys()) {
        await this.addNext(done, filling, context);
      }
      throwIfEmpty(filling);
      await addRemarks(filling);
      context.progress.checking();
      await filling.zip.close();
      return { path, ext: 'zip', damage: filling.damaged.length === 0 ? [] : [SOMEWHERE] };
    } catch (error) {
      await filling.zip.abandon();
      await rm(path, { force: true });
      throw error;
    }
  }

  private async addNext(
    done: number,
    filling: BundleInProgress,
    context: ListContext,
  ): Promise<void> {
    const { recipe, zip, failed } = filling;
    const [listed] = recipe.entries.slice(done);
    if (listed === undefined) {
      return;
    }
    // Pasted links have no titles until their pages are read.
    let entry = listed;
    const report = (change: Partial<EntryStanding>): void => {
      filling.standings = filling.standings.map((standing, at) =>
        at === done ? { ...standing, ...change } : standing,
      );
      context.reportEntries(filling.standings);
    };
    const onTitle = (title: string): void => {
      if (listed.title === null) {
        entry = { ...listed, title };
        report({ title: singleLine(title) });
      }
    };
    try {
      await context.within({ done, of: recipe.entries.length }, async (inner) => {
        // Tasks that were waiting ahead have run by now, so this entry is no longer queued.
        report({ state: 'making' });
        const made = await makeEntry(listed, recipe, inner, onTitle);
        await this.add({ entry, made }, filling, inner);
      });
      report({ state: 'done' });
    } catch (thrown) {
      context.signal.throwIfAborted();
      zip.throwIfFailed();
      const error = this.failureOf(thrown);
      failed.push({ entry, error });
      // Without a title, the link identifies the entry, as in the zip's own list.
      const title = singleLine(entry.title ?? entry.url);
      report({ state: 'failed', title, error_code: error.code });
    }
  }

  private async add(
    { entry, made }: { entry: ChosenEntry; made: MadeEntry },
    { recipe, zip, begunAt, damaged }: BundleInProgress,
    inner: ListContext,
  ): Promise<void> {
    const { size } = await stat(made.path);
    const most = this.env.MAX_FILE_BYTES * LARGEST_FILES;
    if (zip.bytes + size > most) {
      throw new DomainError('BUNDLE_FULL', { values: { bytes: most } });
    }
    // Until the entry is removed, it is on disk twice: as a file and in the zip.
    await inner.reserve(2 * size + MEMBER_BYTES);
    const name = nameInZip(made.fileName, entry.at, recipe.total);
    const modifiedAt = momentOf(made.publishedOn) ?? begunAt;
    await zip.add(made.path, { name, modifiedAt, sizeBytes: size }, inner.signal);
    if (made.damage.length > 0) {
      damaged.push({ entry, places: made.damage });
    }
  }

  /**
   * @throws the given error if it shows that the service is not ready, which is not the entry's
   * fault.
   */
  private failureOf(thrown: unknown): DomainError {
    const error = toDomainError(thrown);
    if (error.code === 'UNAVAILABLE') {
      throw thrown;
    }
    if (error.code === 'INTERNAL') {
      this.logger.warn({ err: thrown }, 'An entry of a zip could not be prepared; leaving it out');
      return new DomainError('MERGE_FAILED', { cause: thrown });
    }
    return error;
  }
}

/**
 * Noon UTC of a day, which is the same date in nearly every time zone. Null for years that a zip
 * cannot store.
 */
function momentOf(day: string | null): Date | null {
  const moment = new Date(`${day}T12:00:00Z`);
  const year = moment.getUTCFullYear();
  return year >= 1980 && year < 2038 ? moment : null;
}
