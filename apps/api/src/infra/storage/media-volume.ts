import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { DomainError } from '../http/domain-error.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';
import { writeWhole } from './write-whole.js';

/**
 * Identifies the volume; its id is in the database too. If it is missing, the media are elsewhere.
 */
const MARK = '.volume';

/**
 * The media folder is not the one known to the database. The message is one line for the operator.
 */
export class VolumeProblem extends Error {}

/** The volume disappeared during a run, so missing files prove nothing. */
export class VolumeMissing extends DomainError {
  constructor() {
    super('UNAVAILABLE', { cause: 'the media volume is missing' });
  }
}

/** Whether the volume is mounted. @param root the folder of all media */
export async function isMounted(root: string): Promise<boolean> {
  try {
    await stat(join(root, MARK));
    return true;
  } catch (error) {
    // Other disk failures surface where the disk is used.
    return !['ENOENT', 'ENOTDIR', 'ESTALE', 'ENOTCONN'].includes(
      (error as NodeJS.ErrnoException).code ?? '',
    );
  }
}

/** The message for the operator when the volume is missing. */
export function missingVolume(root: string): string {
  return `The media volume is not at ${root} (no ${MARK} in it): mount it; if its files are gone for good, make an empty file of that name there.`;
}

/** Ensures that this process and the database use the same volume. */
@Injectable()
export class MediaVolume {
  /** Id of the volume, the same in all processes; '' before `claim`. */
  id = '';

  constructor(
    @Inject(STORAGE_OPTIONS) private readonly options: StorageOptions,
    private readonly source: DataSource,
  ) {}

  get root(): string {
    return this.options.root;
  }

  /**
   * The first start marks the volume and stores the id in the database; later starts compare them.
   * @throws VolumeProblem when it is another volume, or none
   */
  async claim(): Promise<void> {
    await this.source.transaction(async (manager) => {
      // Processes that start together must not mark it twice.
      await manager.query('LOCK TABLE media_volume IN EXCLUSIVE MODE');
      const [known]: { id: string }[] = await manager.query('SELECT id FROM media_volume');
      const mark = await this.readMark();
      if (known === undefined) {
        const id = mark || (await this.write(randomBytes(12).toString('hex')));
        await manager.query('INSERT INTO media_volume (id) VALUES ($1)', [id]);
        this.id = id;
        return;
      }
      if (mark === '') {
        await this.write(known.id);
      } else if (mark === null) {
        throw new VolumeProblem(missingVolume(this.root));
      } else if (mark !== known.id) {
        throw new VolumeProblem(
          `The media volume at ${this.root} belongs to another database: mount the right one, or empty its file ${MARK} to use this one.`,
        );
      }
      this.id = known.id;
    });
  }

  /** '' when the operator asks for a fresh start; null when there is none. */
  private async readMark(): Promise<string | null> {
    try {
      return (await readFile(join(this.root, MARK), 'utf8')).trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw error;
    }
  }

  private async write(id: string): Promise<string> {
    await writeWhole(this.root, MARK, `${id}\n`);
    return id;
  }
}
