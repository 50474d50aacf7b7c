import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { DomainError } from '../errors/domain-error.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/**
 * The file that identifies the volume. It contains an id that is also in the database. If this file
 * is missing, the media is on another volume.
 */
const MARK = '.volume';
/** The file that identifies one machine's folder, if finished files are in S3. */
const FOLDER_MARK = '.folder';

/**
 * Thrown if the media folder does not belong to this database. The message is a single line for the
 * operator.
 */
export class VolumeProblem extends Error {}

/** Thrown if the volume disappears during a run, so that this process can't make any files. */
export class VolumeMissing extends DomainError {
  constructor() {
    super('UNAVAILABLE', { cause: 'the media volume is missing' });
  }
}

/** True if the volume is mounted. @param root the folder of all media */
export async function isMounted(root: string): Promise<boolean> {
  try {
    await stat(join(root, MARK));
    return true;
  } catch (error) {
    // Other disk failures are reported where the disk is used.
    return !['ENOENT', 'ENOTDIR', 'ESTALE', 'ENOTCONN'].includes(
      (error as NodeJS.ErrnoException).code ?? '',
    );
  }
}

export function missingVolume(root: string): string {
  return `The media volume is not at ${root} (no ${MARK} in it): mount it; if its files are permanently lost, create an empty file with that name there.`;
}

/** Makes sure that this process and the database use the same volume. */
@Injectable()
export class MediaVolume {
  /**
   * The volume's id according to the database, the same in all processes; '' before `claim`. With
   * S3, our part of the bucket is named after it.
   */
  id = '';
  /** The id of this machine's media folder, the same in all processes that share it. */
  diskId = '';

  constructor(
    @Inject(STORAGE_OPTIONS) private readonly options: StorageOptions,
    private readonly source: DataSource,
  ) {}

  get root(): string {
    return this.options.root;
  }

  /**
   * On the first start, marks the volume and stores its id in the database; on later starts,
   * compares the two. If finished files are in S3, each machine has its own folder, so a new folder
   * is accepted.
   * @throws VolumeProblem if this is another volume, or none
   */
  async claim(): Promise<void> {
    await this.source.transaction(async (manager) => {
      // Processes that start together must not mark the volume twice.
      await manager.query('LOCK TABLE media_volume IN EXCLUSIVE MODE');
      const [known]: { id: string }[] = await manager.query('SELECT id FROM media_volume');
      const mark = await this.readMark(MARK);
      const isOwnDisk = this.options.s3 !== undefined;
      if (known === undefined) {
        const id = mark || (await this.write(randomBytes(12).toString('hex')));
        await manager.query('INSERT INTO media_volume (id) VALUES ($1)', [id]);
        this.id = id;
        this.diskId = isOwnDisk ? await this.folderId() : id;
        return;
      }
      if (mark === '' || (mark === null && isOwnDisk)) {
        await this.write(known.id);
      } else if (mark === null) {
        throw new VolumeProblem(missingVolume(this.root));
      } else if (mark !== known.id) {
        throw new VolumeProblem(
          `The media volume at ${this.root} belongs to another database: mount the right one, or empty its file ${MARK} to use this one.`,
        );
      }
      this.id = known.id;
      this.diskId = isOwnDisk ? await this.folderId() : known.id;
    });
  }

  /** The id of a folder that not all processes share. */
  private async folderId(): Promise<string> {
    const known = await this.readMark(FOLDER_MARK);
    return known || (await this.write(randomBytes(12).toString('hex'), FOLDER_MARK));
  }

  /** The id in the mark; '' if the operator wants a fresh start, null if there is no mark. */
  private async readMark(mark: string): Promise<string | null> {
    try {
      return (await readFile(join(this.root, mark), 'utf8')).trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        return null;
      }
      throw error;
    }
  }

  private async write(id: string, mark = MARK): Promise<string> {
    await writeWhole(this.root, mark, `${id}\n`);
    return id;
  }
}

/** Writes a small file atomically and durably. */
async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${name}.${process.pid}`);
  const file = await open(draft, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
}
