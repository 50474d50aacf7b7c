import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Stats } from 'node:fs';
import {
  type FileHandle,
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
import type { Readable } from 'node:stream';
import { DiskRoom } from './room/disk-room.js';
import type { ByteSpan, FileStore, FileWork, HandedOut, StoredFile } from './file-store.port.js';
import { makeDurable } from './make-durable.js';
import type { Reservation } from './room/reservation.js';
import { isMounted } from './media-volume.js';
import { isSafeName, safeName } from './safe-name.js';
import { isSidecar, sidecarName } from './sidecar-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/**
 * The size of each read. Each stalled visitor holds two chunks, so 200 visitors need 110 MB with
 * chunks of 256 KiB, but 40 MB with 64 KiB. Larger chunks save 0.1 s of processor time per GB, and
 * smaller ones cost that much more.
 */
const PIECE_BYTES = 64 * 1024;

/**
 * Stores finished files in a folder on the same file system as the work area. A file is published
 * by renaming it, so every file in the folder is complete. If an nginx in front of us can read the
 * folder, it sends the files (docs/nginx.md).
 */
@Injectable()
export class DiskStore implements FileStore, OnModuleInit {
  readonly usesDisk = true;
  private readonly root: string;
  private readonly volume: string;
  private readonly accelRedirect: string | null;
  /** The files that are counted in `DiskRoom`. */
  private readonly counted = new Set<string>();
  private readonly listeners: ((name: string) => void)[] = [];

  constructor(
    @Inject(STORAGE_OPTIONS) { root, accelRedirect }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.accelRedirect = accelRedirect ?? null;
    this.volume = root;
    this.root = join(root, 'files');
  }

  isAvailable(): Promise<boolean> {
    return isMounted(this.volume);
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await this.survey();
  }

  async publish(path: string, name: string, run: Pick<Reservation, 'release'>): Promise<number> {
    await makeDurable(path);
    const { size } = await stat(path);
    // The age of the file is counted from now: a rename sets the change time, by the volume's
    // clock.
    await rename(path, this.pathOf(name));
    this.room.announcePublished(name, size);
    // Release the reservation immediately, so that the file is not counted twice.
    run.release();
    this.setBytes(name, size);
    await syncFolder(this.root);
    return size;
  }

  async sizeOf(name: string): Promise<number | null> {
    const about = await unlessMissing<Stats>(stat(this.pathOf(name)));
    return about?.isFile() === true ? about.size : null;
  }

  async open(name: string, span?: ByteSpan): Promise<Readable | null> {
    const handle = await unlessMissing<FileHandle>(open(this.pathOf(name)));
    return (
      handle?.createReadStream({
        highWaterMark: PIECE_BYTES,
        ...(span && { start: span.first, end: span.last }),
      }) ?? null
    );
  }

  async withPath<T>(name: string, work: FileWork<T>, signal: AbortSignal): Promise<T> {
    return work(this.pathOf(name), signal);
  }

  handOut(name: string): Promise<HandedOut | null> {
    const { accelRedirect } = this;
    return Promise.resolve(
      accelRedirect === null ? null : { to: 'proxy', url: accelRedirect + safeName(name) },
    );
  }

  async remove(name: string): Promise<void> {
    this.listeners.forEach((listener) => listener(name));
    await rm(this.pathOf(name), { force: true });
    await rm(this.sidecarPath(name), { force: true });
    this.setBytes(name, 0);
    this.room.announceRemoved(name);
  }

  onRemove(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  async readSidecar(name: string): Promise<Buffer | null> {
    return readFile(this.sidecarPath(name)).catch(() => null);
  }

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
    const names = entries.filter((name) => !isSidecar(name));
    await this.removeLeft(entries, names);
    const found = await Promise.all(
      names.map(async (name): Promise<StoredFile[]> => {
        // Skip files that are being removed right now.
        const about = await unlessMissing<Stats>(stat(this.pathOf(name)));
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
   * The current time by the volume's clock, which may be the clock of another machine, in
   * milliseconds since 1970. It is read from the timestamp of a folder that was just changed.
   * @returns -Infinity if it is unknown, so that no file counts as old
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

  /** Removes sidecars that another process wrote just as their files were being removed. */
  private async removeLeft(entries: readonly string[], files: readonly string[]): Promise<void> {
    const kept = new Set(files.map(sidecarName));
    const left = entries.filter((name) => isSidecar(name) && !kept.has(name));
    // Ignore failures. Startup also waits for a survey, and a file that can't be removed must not
    // make it fail.
    await Promise.allSettled(left.map((name) => rm(join(this.root, name), { force: true })));
  }

  private pathOf(name: string): string {
    return join(this.root, safeName(name));
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

/** The result; null if the file is missing. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/**
 * Makes the names in a folder durable. This is quick, so it need not wait in the queue for the
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
