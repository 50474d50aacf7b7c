import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * How long a folder is kept in any case, in milliseconds, because another process may be filling it
 * or about to link to it.
 */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Stores updates of yt-dlp. Each release has its own folder. Links point to the current and the
 * previous one, and are replaced by renaming. The store is in DATA_DIR, because `npm ci` empties
 * node_modules, and in images node_modules is read-only.
 *
 * No lock is needed: processes that update at the same time (replicas on one volume) put the same
 * folder in the same place.
 */
export class ReleaseStore {
  readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'programs', 'yt-dlp');
  }

  /**
   * The current release, or null. This is the real path, without links: Python rereads an archive
   * while it runs, and must not accidentally read from the next release.
   */
  current(): string | null {
    return this.follow('current');
  }

  previous(): string | null {
    return this.follow('previous');
  }

  async makeStaging(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return mkdtemp(join(this.folder, 'fetch-'));
  }

  /**
   * Moves a downloaded release from its staging folder to its final name, and makes it the current
   * one.
   */
  async install(fetched: string, name: string): Promise<void> {
    await syncFile(join(fetched, 'yt-dlp'));
    await rename(fetched, join(this.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') {
        throw error;
      }
      // Another process has just put the same release there.
    });
    const old = this.current();
    if (old !== null && nameOf(old) !== name) {
      await this.link('previous', nameOf(old));
    }
    await this.link('current', name);
    await this.prune();
  }

  /** Makes the previous release current again. If there was none, no update is used. */
  async rollBack(): Promise<void> {
    const previous = this.previous();
    if (previous === null) {
      await rm(join(this.folder, 'current'), { force: true });
    } else {
      await this.link('current', nameOf(previous));
      await rm(join(this.folder, 'previous'), { force: true });
    }
  }

  /** The time of the last check for an update, in milliseconds since 1970; 0 if there was none. */
  async lastCheckMs(): Promise<number> {
    return (await stat(join(this.folder, 'checked')).catch(() => null))?.mtimeMs ?? 0;
  }

  async recordCheck(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(join(this.folder, 'checked'), '');
  }

  private follow(link: string): string | null {
    try {
      return realpathSync(join(this.folder, link, 'yt-dlp'));
    } catch {
      return null;
    }
  }

  private async link(link: string, name: string): Promise<void> {
    // Don't use the process id here: containers on one volume can have the same process id.
    const made = join(this.folder, `${link}.${randomUUID()}`);
    await symlink(name, made);
    await rename(made, join(this.folder, link));
  }

  private async prune(): Promise<void> {
    const inUse = [this.current(), this.previous()].map((path) => path && nameOf(path));
    for (const entry of await readdir(this.folder, { withFileTypes: true })) {
      const path = join(this.folder, entry.name);
      const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0);
      if (entry.isDirectory() && !inUse.includes(entry.name) && age > ABANDONED_AFTER_MS) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }
}

const nameOf = (path: string): string => basename(dirname(path));

/** Flushes a file, so that the link does not point to an empty file after a power cut. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
