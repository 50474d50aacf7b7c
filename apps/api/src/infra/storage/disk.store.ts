import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Stats } from 'node:fs';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';
import { makeDurable } from './make-durable.js';
import type { Reservation } from './reservation.js';
import { isMounted } from './media-volume.js';
import { isSafeName, safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /**
   * Time since the file was published, by the volume's clock. The clocks of different processes may
   * differ by hours.
   */
  readonly ageMs: number;
}

/** The suffix of companion files. No finished file has this suffix. */
const BESIDE = '.beside';

/**
 * Stores finished files, in a folder on the same file system as the work area. A file is published
 * by renaming it, so every name in the folder is that of a complete file.
 */
@Injectable()
export class DiskStore implements OnModuleInit {
  private readonly root: string;
  private readonly volume: string;
  /** The files that are counted in `DiskRoom`. */
  private readonly counted = new Set<string>();
  private readonly listeners: ((name: string) => void)[] = [];

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.volume = root;
    this.root = join(root, 'files');
  }

  /** False while the volume is missing. A file that can't be found then may still exist. */
  isMounted(): Promise<boolean> {
    return isMounted(this.volume);
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await this.survey();
  }

  /**
   * Makes a finished file durable, and gives it its final name.
   * @param run the owner of the file's reservation, which is released
   * @returns the size of the file, bytes
   */
  async publish(path: string, name: string, run: Pick<Reservation, 'release'>): Promise<number> {
    await makeDurable(path);
    const { size } = await stat(path);
    // The age of the file is counted from now: a rename sets the change time, by the volume's
    // clock.
    await rename(path, this.pathOf(name));
    this.room.announcePublished(name, size);
    // Release the reservation at once, so that the file is not counted twice.
    run.release();
    this.setBytes(name, size);
    await syncFolder(this.root);
    return size;
  }

  /** The path of a published file. The file may not exist. */
  pathOf(name: string): string {
    return join(this.root, safeName(name));
  }

  /**
   * @returns the size in bytes; null if there is no such file
   * @throws if the disk fails, which does not mean that the file is lost
   */
  async sizeOf(name: string): Promise<number | null> {
    const about = await statOf(this.pathOf(name));
    return about?.isFile() === true ? about.size : null;
  }

  async remove(name: string): Promise<void> {
    this.listeners.forEach((listener) => listener(name));
    await rm(this.pathOf(name), { force: true });
    await rm(this.sidecarPath(name), { force: true });
    this.setBytes(name, 0);
    this.room.announceRemoved(name);
  }

  /** Calls the listener with the name of each file that this process is about to remove. */
  onRemove(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  /** Reads the companion data of a file; null if it is missing or unreadable. */
  async readSidecar(name: string): Promise<Buffer | null> {
    return readFile(this.sidecarPath(name)).catch(() => null);
  }

  /**
   * Stores a few bytes of data beside a file, for as long as the file exists. A crash can lose
   * or truncate them, so callers must validate what they read and recreate it if needed.
   */
  async writeSidecar(name: string, bytes: Uint8Array): Promise<void> {
    await writeFile(this.sidecarPath(name), bytes);
    if ((await this.sizeOf(name)) === null) {
      await rm(this.sidecarPath(name), { force: true });
    }
  }

  /**
   * Lists all finished files, and updates the bookkeeping with the files that other processes have
   * published or removed.
   */
  async survey(): Promise<StoredFile[]> {
    const before = [...this.counted];
    // The folder may have been removed, with everything in it.
    await mkdir(this.root, { recursive: true });
    const nowMs = await this.clock();
    const entries = (await readdir(this.root)).filter(isSafeName);
    const names = entries.filter((name) => !name.endsWith(BESIDE));
    await this.removeLeft(entries, names);
    const found = await Promise.all(
      names.map(async (name): Promise<StoredFile[]> => {
        // Skip a file that is removed at this moment.
        const about = await statOf(this.pathOf(name));
        return about?.isFile() === true
          ? [{ name, bytes: about.size, ageMs: nowMs - about.ctimeMs }]
          : [];
      }),
    );
    const files = found.flat();
    const there = new Set(files.map(({ name }) => name));
    before.filter((name) => !there.has(name)).forEach((name) => this.setBytes(name, 0));
    files.forEach(({ name, bytes }) => this.setBytes(name, bytes));
    return files;
  }

  /**
   * The current time by the volume's clock, which may be the clock of another machine, milliseconds
   * since 1970. It is read from the timestamp of a folder that was just changed. -Infinity if it is
   * unknown, so that no file counts as old.
   */
  private async clock(): Promise<number> {
    try {
      const any = new Date();
      await utimes(this.root, any, any);
      return (await stat(this.root)).ctimeMs;
    } catch {
      return -Infinity;
    }
  }

  /** Removes companion data that another process wrote just as its file was being removed. */
  private async removeLeft(entries: readonly string[], files: readonly string[]): Promise<void> {
    const kept = new Set(files.map(sidecarName));
    const left = entries.filter((name) => name.endsWith(BESIDE) && !kept.has(name));
    // Ignore failures: start-up also waits for a survey, and a file that can't be removed must not
    // make it fail.
    await Promise.allSettled(left.map((name) => rm(join(this.root, name), { force: true })));
  }

  private sidecarPath(name: string): string {
    return join(this.root, sidecarName(safeName(name)));
  }

  private setBytes(name: string, bytes: number): void {
    this.room.keep(name, bytes);
    if (bytes === 0) {
      this.counted.delete(name);
    } else {
      this.counted.add(name);
    }
  }
}

/** The name without its extension is enough, because file names are unique even without it. */
function sidecarName(name: string): string {
  return name.replace(/\.[^.]*$/, '') + BESIDE;
}

/** Null if the file is missing. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/**
 * Makes the names in a folder durable. This is quick, so it does not have to queue behind the
 * contents of files.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
