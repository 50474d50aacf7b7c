import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';
import type { Reservation } from './reservation.js';
import { isSafeName, safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/** The folder of one run, with its room. */
export interface WorkFolder {
  readonly path: string;
  readonly room: Reservation;
  /** Removes it with all that is in it. Never throws. */
  close(): Promise<void>;
  /**
   * Leaves it to the next run of the task: nobody writes there any more. Its bytes stay in the books.
   * Never throws: what cannot be left is removed.
   */
  leave(): Promise<void>;
}

/** What a run begins with. */
export interface Inheritance {
  /** The run whose folder it takes over; that run can never write there again. */
  readonly runId: string;
  /** Which files are taken over; the others are removed. */
  readonly takes: (name: string) => boolean;
}

/** Says that the run of a folder has left it to the next. */
const LEFT = 'left';

/**
 * Where files are made: a folder for each run, named by it. A run that was only held up (a stopped
 * process) and comes back finds its folder gone and cannot touch that of the run that took over. The
 * folder of a run that is over for certain is taken over: it is renamed.
 */
@Injectable()
export class WorkArea implements OnModuleInit {
  private readonly logger = new Logger(WorkArea.name);
  private readonly root: string;
  /** Runs of this process that have a folder. */
  private readonly atWork = new Set<string>();
  /** Bytes of the folders of other runs, as they are counted in the room. */
  private readonly left = new Map<string, number>();

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.root = join(root, 'work');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
  }

  /** @param clear removes what is over; asked when room is short, before a run is refused. */
  onShortage(clear: () => Promise<void>): void {
    this.room.onShortage(clear);
  }

  /**
   * @param runId names the folder; never used before.
   * @param bytes the run will need in all, as far as is known.
   * @param from what it begins with; null for an empty folder.
   * @throws DomainError DISK_FULL
   */
  async open(runId: string, bytes: number, from: Inheritance | null = null): Promise<WorkFolder> {
    const path = this.pathOf(runId);
    // First: until it has its new name, a sweep takes it for that of a run that is over.
    await this.takeOver(path, from);
    this.atWork.add(runId);
    // Counted by the run from now on.
    this.setLeft(from?.runId ?? '', 0);
    try {
      return this.folderOf(runId, await this.room.reserve(bytes));
    } catch (error) {
      await this.discard(runId);
      throw error;
    }
  }

  /** Where a file of a run lies, in whatever process that is; whether or not it does. */
  pathIn(runId: string, name: string): string {
    return join(this.pathOf(runId), safeName(name));
  }

  /** True for a folder that its run has left to the next. */
  async isLeft(runId: string): Promise<boolean> {
    return stat(join(this.pathOf(runId), LEFT)).then(
      () => true,
      () => false,
    );
  }

  /** The runs that have a folder, whoever's they are; those of others are counted in the room as they are now. */
  async list(): Promise<string[]> {
    await mkdir(this.root, { recursive: true });
    const names = (await readdir(this.root)).filter(isSafeName);
    const others = names.filter((name) => !this.atWork.has(name));
    await Promise.all(
      others.map(async (name) => {
        const bytes = await bytesIn(this.pathOf(name));
        // Meanwhile it may have been taken over.
        this.setLeft(name, this.atWork.has(name) ? 0 : bytes);
      }),
    );
    [...this.left.keys()]
      .filter((name) => !names.includes(name))
      .forEach((name) => this.setLeft(name, 0));
    return names;
  }

  /**
   * Removes the folder of a run that is over. Never throws: one that cannot be removed now (a run
   * that has lost its task may still be writing) the next sweep removes.
   */
  async discard(runId: string): Promise<void> {
    const path = this.pathOf(runId);
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      this.setLeft(runId, 0);
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

  private async takeOver(path: string, from: Inheritance | null): Promise<void> {
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

  private setLeft(runId: string, bytes: number): void {
    this.room.addFinished(bytes - (this.left.get(runId) ?? 0));
    if (bytes === 0) {
      this.left.delete(runId);
    } else {
      this.left.set(runId, bytes);
    }
  }
}

/** What the files in a folder take up on disk, bytes. Those that go at this moment are not there. */
async function bytesIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(path, name)).then(
        // Parts that have not come are holes in their file.
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
