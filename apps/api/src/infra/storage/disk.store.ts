import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';
import { makeDurable } from './make-durable.js';
import { safeName } from './safe-name.js';
import { STORAGE_OPTIONS, type StorageOptions } from './storage.options.js';

/** A finished file. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly ageMs: number;
}

/**
 * Finished files, one folder of them on the file system of the work area, so that publishing is a
 * rename: a name here is always a whole file.
 */
@Injectable()
export class DiskStore implements OnModuleInit {
  private readonly root: string;

  constructor(
    @Inject(STORAGE_OPTIONS) { root }: StorageOptions,
    private readonly room: DiskRoom,
  ) {
    this.root = join(root, 'files');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await this.survey();
  }

  /** Makes a finished file durable under its final name. @returns its size in bytes. */
  async publish(path: string, name: string): Promise<number> {
    // Its age counts from now on: the sweep leaves new files alone, whoever may refer to them soon.
    await utimes(path, new Date(), new Date());
    const { size } = await stat(path);
    await makeDurable(path);
    await rename(path, this.pathOf(name));
    await makeDurable(this.root);
    this.room.addFinished(size);
    return size;
  }

  /** Where a published file lies, whether or not it does. */
  pathOf(name: string): string {
    return join(this.root, safeName(name));
  }

  async has(name: string): Promise<boolean> {
    return stat(this.pathOf(name)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  async remove(name: string): Promise<void> {
    const path = this.pathOf(name);
    const bytes = await sizeOf(path);
    await rm(path, { force: true });
    this.room.addFinished(-bytes);
  }

  /** All finished files; also what other processes published or removed is counted from now on. */
  async survey(): Promise<StoredFile[]> {
    const names = await readdir(this.root);
    const found = await Promise.all(
      names.map(async (name) => {
        // One that goes at this moment is not there.
        const about = await stat(join(this.root, name)).catch(() => null);
        return about === null
          ? []
          : [{ name, bytes: about.size, ageMs: Date.now() - about.mtimeMs }];
      }),
    );
    const files = found.flat();
    this.room.setFinished(files.reduce((sum, { bytes }) => sum + bytes, 0));
    return files;
  }
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
