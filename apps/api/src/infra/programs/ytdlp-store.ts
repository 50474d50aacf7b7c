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

/** A folder is left alone for so long: another process may be filling it, or about to link to it. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * The yt-dlps that were fetched as updates: each release in a folder of its own, the one in use and
 * the one before it named by links, which change by a rename. In DATA_DIR and not in node_modules,
 * which `npm ci` empties and an image has read-only.
 *
 * Nothing is locked: processes that update at once (replicas on one volume) put the same folder in
 * the same place.
 */
export class YtDlpStore {
  readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'programs', 'yt-dlp');
  }

  /**
   * The one in use, null when there is none. By its real path: Python reads an archive again and
   * again while it runs, which must not lead into the next release.
   */
  current(): string | null {
    return this.follow('current');
  }

  /** The one that was in use before, null when there was none. */
  previous(): string | null {
    return this.follow('previous');
  }

  /** Makes a staging folder to fetch a release into. */
  async makeStaging(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return mkdtemp(join(this.folder, 'fetch-'));
  }

  /** Moves a fetched release out of its staging folder, under a name of its own, and makes it current. */
  async install(fetched: string, name: string): Promise<void> {
    await syncFile(join(fetched, 'yt-dlp'));
    await rename(fetched, join(this.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') {
        throw error;
      }
      // Another process has just put the same one there.
    });
    const old = this.current();
    if (old !== null && nameOf(old) !== name) {
      await this.link('previous', nameOf(old));
    }
    await this.link('current', name);
    await this.prune();
  }

  /** Makes the previous release current again; without one, no update is in use. */
  async rollBack(): Promise<void> {
    const previous = this.previous();
    if (previous === null) {
      await rm(join(this.folder, 'current'), { force: true });
    } else {
      await this.link('current', nameOf(previous));
      await rm(join(this.folder, 'previous'), { force: true });
    }
  }

  /** Time of the last check for a newer release, milliseconds since 1970; 0: never. */
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
    // Not by process number: in containers on one volume all have the same.
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

/** The link must not point to an empty file after a power cut. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
