import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './room/disk-room.js';
import { isMounted } from './media-volume.js';
import type { Reservation } from './room/reservation.js';
import { isSafeName, safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

interface WorkFolder {
  readonly path: string;
  readonly room: Reservation;
  /** Removes the folder with its contents. Never throws. */
  close(): Promise<void>;
  /**
   * Leaves the folder to the task's next run. Call this after all writing has ended. The bytes stay
   * counted. Never throws; a folder that can't be left is removed.
   */
  leave(): Promise<void>;
}

export interface FolderTakeover {
  /** The run whose folder is taken over. It can never write there again. */
  readonly runId: string;
  /** Decides which files to keep. The others are removed. */
  readonly takes: (name: string) => boolean;
}

/** The mark in a folder that its run has left to the next run. */
const LEFT = 'left';

/**
 * The area where files are made. Each run has its own folder, whose name is the id of the run. A
 * run that was only suspended (a stopped process) finds its folder gone when it resumes, and can't
 * write into the folder of the run after it. A folder is taken over by renaming it, once its run
 * has certainly ended.
 */
@Injectable()
export class WorkArea implements OnModuleInit {
  private readonly logger = new Logger(WorkArea.name);
  private readonly root: string;
  /** The runs of this process that have a folder. */
  private readonly atWork = new Set<string>();
  /** The folders of other runs that are counted in `DiskRoom`. */
  private readonly left = new Set<string>();

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.root = join(root, 'work');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  /** @param clear removes expired files; called when space is short, before a run is refused */
  onShortage(clear: () => Promise<void>): void {
    this.room.onShortage(clear);
  }

  /**
   * @param runId the name of the folder, never used before
   * @param bytes the expected total size of the run, or the known part of it
   * @param from what the run takes over; null for an empty folder
   * @throws DomainError DISK_FULL
   */
  async open(
    runId: string,
    bytes: number,
    from: FolderTakeover | null = null,
  ): Promise<WorkFolder> {
    const path = this.pathOf(runId);
    // Do this first: under its old name, a sweep could remove the folder.
    await this.takeOver(path, from);
    this.atWork.add(runId);
    // `list` may have seen the folder under its new name before it was known to be at work.
    this.setLeft(runId, 0);
    // From now on the run itself counts the bytes in the folder.
    if (from !== null) {
      this.forget(from.runId);
    }
    try {
      return this.folderOf(runId, await this.room.reserve(bytes, runId));
    } catch (error) {
      await this.discard(runId);
      throw error;
    }
  }

  /** False while the volume is missing. */
  isAvailable(): Promise<boolean> {
    return isMounted(join(this.root, '..'));
  }

  /** The path of a file of a run. The file may not exist, and may belong to another process. */
  pathIn(runId: string, name: string): string {
    return join(this.pathOf(runId), safeName(name));
  }

  /** True for a folder that was left to the next run. */
  async isHandedOver(runId: string): Promise<boolean> {
    return stat(join(this.pathOf(runId), LEFT)).then(
      () => true,
      () => false,
    );
  }

  /**
   * Lists all runs of any process that have a folder, and updates the sizes of the folders of other
   * processes.
   */
  async list(): Promise<string[]> {
    await mkdir(this.root, { recursive: true });
    const names = (await readdir(this.root)).filter(isSafeName);
    const others = names.filter((name) => !this.atWork.has(name));
    await Promise.all(
      others.map(async (name) => {
        const bytes = await bytesIn(this.pathOf(name));
        // The folder may have been taken over in the meantime.
        this.setLeft(name, this.atWork.has(name) ? 0 : bytes);
      }),
    );
    [...this.left].filter((name) => !names.includes(name)).forEach((name) => this.setLeft(name, 0));
    return names;
  }

  /**
   * Removes the folder of a run that has ended. Never throws; the next sweep tries again, because a
   * run that has lost its task may still be writing.
   */
  async discard(runId: string): Promise<void> {
    const path = this.pathOf(runId);
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      this.forget(runId);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'A work folder could not be removed; the next sweep will try again',
      );
    } finally {
      this.atWork.delete(runId);
    }
  }

  private folderOf(runId: string, room: Reservation): WorkFolder {
    const path = this.pathOf(runId);
    const close = async (): Promise<void> => {
      await this.discard(runId);
      room.release();
    };
    const leave = async (): Promise<void> => {
      try {
        await writeFile(join(path, LEFT), '');
        this.setLeft(runId, await bytesIn(path));
        this.atWork.delete(runId);
        room.release();
      } catch {
        await close();
      }
    };
    return { path, room, close, leave };
  }

  private async takeOver(path: string, from: FolderTakeover | null): Promise<void> {
    if (from !== null) {
      try {
        await rename(this.pathOf(from.runId), path);
        const others = (await readdir(path)).filter((name) => !from.takes(name));
        await Promise.all(
          others.map((name) => rm(join(path, name), { recursive: true, force: true })),
        );
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
          throw error;
        }
      }
    }
    await mkdir(path);
  }

  private pathOf(runId: string): string {
    return join(this.root, safeName(runId));
  }

  /** Stops counting a run's folder, which is gone, and the run's reservation. */
  private forget(runId: string): void {
    this.setLeft(runId, 0);
    this.room.announceRemoved(runId);
  }

  private setLeft(runId: string, bytes: number): void {
    this.room.keep(runId, bytes);
    if (bytes === 0) {
      this.left.delete(runId);
    } else {
      this.left.add(runId);
    }
  }
}

/** The disk usage of the files in a folder, in bytes. Ignores files that are just being removed. */
async function bytesIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(path, name)).then(
        // Count blocks rather than the size, because missing parts are holes in a sparse file.
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
