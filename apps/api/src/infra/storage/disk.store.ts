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

/** A finished file. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** Since it was published, by the clock of the volume; those of processes may be hours apart. */
  readonly ageMs: number;
}

/** Of what is kept beside a file; no finished file has it. */
const BESIDE = '.beside';

/**
 * Finished files, one folder of them on the file system of the work area, so that publishing is a
 * rename: a name here is always a whole file.
 */
@Injectable()
export class DiskStore implements OnModuleInit {
  private readonly root: string;
  private readonly volume: string;
  /** Sizes as they are counted in the room. */
  private readonly bytes = new Map<string, number>();
  private readonly listeners: ((name: string) => void)[] = [];

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.volume = root;
    this.root = join(root, 'files');
  }

  /** False while the volume is not where it should be: what is not found is not lost. */
  isMounted(): Promise<boolean> {
    return isMounted(this.volume);
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await this.survey();
  }

  /**
   * Makes a finished file durable under its final name.
   * @param run whose room it was; nothing else of it is needed any more.
   * @returns its size in bytes.
   */
  async publish(path: string, name: string, run: Pick<Reservation, 'release'>): Promise<number> {
    await makeDurable(path);
    const { size } = await stat(path);
    // Its age counts from now on: a rename sets its change time, by the clock of the volume.
    await rename(path, this.pathOf(name));
    // At once, so that it is counted once.
    run.release();
    this.setBytes(name, size);
    await syncFolder(this.root);
    return size;
  }

  /** Where a published file lies, whether or not it does. */
  pathOf(name: string): string {
    return join(this.root, safeName(name));
  }

  /**
   * @returns bytes; null when there is no such file.
   * @throws when the disk does not say: a file that cannot be looked at is not lost.
   */
  async sizeOf(name: string): Promise<number | null> {
    const about = await statOf(this.pathOf(name));
    return about?.isFile() === true ? about.size : null;
  }

  async remove(name: string): Promise<void> {
    this.listeners.forEach((listener) => listener(name));
    await rm(this.pathOf(name), { force: true });
    await rm(this.besideOf(name), { force: true });
    this.setBytes(name, 0);
  }

  /** Hears which file is about to be removed by this process. */
  onRemove(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  /** What is kept beside a file; null where nothing is, or cannot be read. */
  async readBeside(name: string): Promise<Buffer | null> {
    return readFile(this.besideOf(name)).catch(() => null);
  }

  /**
   * Keeps a few bytes about a file for as long as that is there. They are not durable: whoever reads
   * them checks them, and makes them again.
   */
  async writeBeside(name: string, bytes: Uint8Array): Promise<void> {
    await writeFile(this.besideOf(name), bytes);
    if ((await this.sizeOf(name)) === null) {
      await rm(this.besideOf(name), { force: true });
    }
  }

  /** All finished files; also what other processes published or removed is counted from now on. */
  async survey(): Promise<StoredFile[]> {
    const before = [...this.bytes.keys()];
    // Somebody may have removed it with all that was in it.
    await mkdir(this.root, { recursive: true });
    const nowMs = await this.clock();
    const entries = (await readdir(this.root)).filter(isSafeName);
    const names = entries.filter((name) => !name.endsWith(BESIDE));
    await this.removeLeft(entries, names);
    const found = await Promise.all(
      names.map(async (name): Promise<StoredFile[]> => {
        // One that goes at this moment is not there.
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
   * What time it is on the volume, which may be another machine's, milliseconds since 1970: any change
   * of a folder's times is stamped with it. -Infinity where that cannot be told: then nothing is old.
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

  /** What another process kept beside a file in the moment in which that went. */
  private async removeLeft(entries: readonly string[], files: readonly string[]): Promise<void> {
    const kept = new Set(files.map(nameBeside));
    const left = entries.filter((name) => name.endsWith(BESIDE) && !kept.has(name));
    // One that cannot be removed is left: a survey is also what a start waits for.
    await Promise.allSettled(left.map((name) => rm(join(this.root, name), { force: true })));
  }

  private besideOf(name: string): string {
    return join(this.root, nameBeside(safeName(name)));
  }

  private setBytes(name: string, bytes: number): void {
    this.room.addFinished(bytes - (this.bytes.get(name) ?? 0));
    if (bytes === 0) {
      this.bytes.delete(name);
    } else {
      this.bytes.set(name, bytes);
    }
  }
}

/** Names of files are random up to their extension. */
function nameBeside(name: string): string {
  return name.replace(/\.[^.]*$/, '') + BESIDE;
}

/** null when there is nothing of that name. */
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

/** Makes the names in a folder durable: quick, so it does not wait its turn behind the contents of files. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
