import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ENV, type Env } from '../env/env.module.js';

/** Share of the volume that may be used when no limit is given (contract: 80 %). */
const SHARE_OF_VOLUME = 0.8;
const SAFE_NAME = /^[A-Za-z0-9_-]{1,128}(\.[a-z0-9]{1,8})?$/;

/**
 * Media on disk: `work/{task}.{start of the run}` while a file is made, `files/{name}` when it is
 * whole. Both are on one file system, so that publishing is a rename: a name in `files` is always a
 * whole file.
 */
@Injectable()
export class DiskStore implements OnModuleInit {
  private readonly work: string;
  private readonly files: string;
  private readonly root: string;

  constructor(@Inject(ENV) private readonly env: Env) {
    this.root = join(env.DATA_DIR, 'media');
    this.work = join(this.root, 'work');
    this.files = join(this.root, 'files');
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.work, { recursive: true });
    await mkdir(this.files, { recursive: true });
  }

  /**
   * An empty folder for one run. What earlier runs of the task left is gone; one of them that was
   * only held up (a stopped process) and comes back finds nothing, and never touches a later one's.
   */
  async openWork(taskId: string): Promise<string> {
    const name = safe(`${taskId}.${Date.now().toString(36)}`);
    await this.removeWork((left) => taskOf(left) === taskId && left <= name);
    const folder = join(this.work, name);
    await mkdir(folder);
    return folder;
  }

  /** Ends the work of one run. @param folder that `openWork` gave. */
  async closeRun(folder: string): Promise<void> {
    await rm(join(this.work, safe(basename(folder))), { recursive: true, force: true });
  }

  /** Ends all work on a task. */
  async closeWork(taskId: string): Promise<void> {
    await this.removeWork((left) => taskOf(left) === taskId);
  }

  /** Makes a finished file durable under its final name. @returns its size in bytes. */
  async publish(path: string, name: string): Promise<number> {
    const file = await open(path, 'r');
    try {
      // Its age counts from now on: the sweep leaves new files alone, whoever may refer to them soon.
      await file.utimes(new Date(), new Date());
      await file.sync();
      const { size } = await file.stat();
      await rename(path, this.pathOf(name));
      await syncFolder(this.files);
      return size;
    } finally {
      await file.close();
    }
  }

  /** Where a published file lies, whether or not it does. */
  pathOf(name: string): string {
    return join(this.files, safe(name));
  }

  async has(name: string): Promise<boolean> {
    return stat(this.pathOf(name)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /** Names of published files with their age, milliseconds. */
  async list(): Promise<{ name: string; ageMs: number }[]> {
    return this.aged(this.files);
  }

  /** Tasks with a work folder, with its age, milliseconds. */
  async listWork(): Promise<{ taskId: string; ageMs: number }[]> {
    const folders = await this.aged(this.work);
    return folders.map(({ name, ageMs }) => ({ taskId: taskOf(name), ageMs }));
  }

  /** True when this many more bytes fit on the volume and under `MAX_DISK_BYTES`. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, blocks, bsize } = await statfs(this.root);
    const limit = this.env.MAX_DISK_BYTES ?? blocks * bsize * SHARE_OF_VOLUME;
    return bytes <= bavail * bsize && (await this.usedBytes()) + bytes <= limit;
  }

  private async removeWork(isMeant: (name: string) => boolean): Promise<void> {
    const names = (await readdir(this.work)).filter(isMeant);
    await Promise.all(
      names.map((name) => rm(join(this.work, safe(name)), { recursive: true, force: true })),
    );
  }

  private async usedBytes(): Promise<number> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          stat(join(entry.parentPath, entry.name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  private async aged(folder: string): Promise<{ name: string; ageMs: number }[]> {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
        return { name, ageMs: Date.now() - mtimeMs };
      }),
    );
    return found;
  }
}

function taskOf(folder: string): string {
  return folder.split('.', 1)[0] ?? '';
}

/** Names come from task ids and our own random ids; anything else is a mistake of ours. */
function safe(name: string): string {
  if (!SAFE_NAME.test(name)) {
    throw new Error(`not a name of a file of ours: ${JSON.stringify(name)}`);
  }
  return name;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
