import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';
import type { Reservation } from './reservation.js';
import { isSafeName, safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/** The folder of one run and its disk space. */
export interface WorkFolder {
  readonly path: string;
  readonly room: Reservation;
  /** Removes it with its contents. Never throws. */
  close(): Promise<void>;
  /**
   * Leaves it to the task's next run, after all writing has ended. Its bytes stay in the books.
   * Never throws: if it cannot be left, it is removed.
   */
  leave(): Promise<void>;
}

/** The files that a run takes over from an earlier one. */
export interface FolderTakeover {
  /** The run whose folder is taken over; it can never write there again. */
  readonly runId: string;
  /** Which files to keep; the others are removed. */
  readonly takes: (name: string) => boolean;
}

/** Marks a folder that its run has left to the next. */
const LEFT = 'left';

/**
 * Where files are made: one folder per run, named by its id. A run that was merely suspended (a
 * stopped process) finds its folder gone when it resumes, and cannot touch its successor's. A
 * folder is taken over by renaming it, once its run has certainly ended.
 */
@Injectable()
export class WorkArea implements OnModuleInit {
  private readonly logger = new Logger(WorkArea.name);
  private readonly root: string;
  /** Runs of this process that have a folder. */
  private readonly atWork = new Set<string>();
  /** Other runs' folders counted in `DiskRoom`. */
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

  /** @param clear removes expired files; called when space is short, before a run is refused. */
  onShortage(clear: () => Promise<void>): void {
    this.room.onShortage(clear);
  }

  /**
   * @param runId names the folder; never used before.
   * @param bytes the run's expected total, as far as known.
   * @param from what it takes over; null for an empty folder.
   * @throws DomainError DISK_FULL
   */
  async open(
    runId: string,
    bytes: number,
    from: FolderTakeover | null = null,
  ): Promise<WorkFolder> {
    const path = this.pathOf(runId);
    // Before anything else: under its old name, a sweep could remove it.
    await this.takeOver(path, from);
    this.atWork.add(runId);
    // From now on the run counts the folder's bytes.
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

  /** The path of a run's file, which may not exist, and may belong to another process. */
  pathIn(runId: string, name: string): string {
    return join(this.pathOf(runId), safeName(name));
  }

  /** True for a folder left to the next run. */
  async isHandedOver(runId: string): Promise<boolean> {
    return stat(join(this.pathOf(runId), LEFT)).then(
      () => true,
      () => false,
    );
  }

  /** All runs that have a folder, of any process; updates the sizes of other processes' folders. */
  async list(): Promise<string[]> {
    await mkdir(this.root, { recursive: true });
    const names = (await readdir(this.root)).filter(isSafeName);
    const others = names.filter((name) => !this.atWork.has(name));
    await Promise.all(
      others.map(async (name) => {
        const bytes = await bytesIn(this.pathOf(name));
        // The folder may have been taken over meanwhile.
        this.setLeft(name, this.atWork.has(name) ? 0 : bytes);
      }),
    );
    [...this.left].filter((name) => !names.includes(name)).forEach((name) => this.setLeft(name, 0));
    return names;
  }

  /**
   * Removes the folder of a run that has ended. Never throws: the next sweep retries (a run that
   * has lost its task may still be writing).
   */
  async discard(runId: string): Promise<void> {
    const path = this.pathOf(runId);
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      this.forget(runId);
    } catch (error) {
      this.logger.warn({ err: error }, 'A work folder could not be removed; the next sweep will');
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

  /** The folder of a run is gone, and its reservation with it. */
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

/** Disk usage of the files in a folder, bytes, ignoring files removed at this moment. */
async function bytesIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(path, name)).then(
        // Parts not fetched yet are holes in a sparse file.
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
