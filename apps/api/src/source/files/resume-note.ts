import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { bootId } from '../../infra/process/process-name.js';

/** Shortest interval between updates of a note, in milliseconds. */
const EVERY_MS = 1000;

const SUFFIX = '.note';

export function isNote(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/**
 * Whether a later run can continue a file of this name. Such files are sources, and the notes about
 * them.
 */
export function isResumable(name: string): boolean {
  return /^source-\d+(\.note)?$/.test(name);
}

/**
 * A note stored next to a source, which records how much of the source is on disk. A run after a
 * crash continues from there. The note is never ahead of the source while the system is running,
 * but it may be after a power cut, so it is valid only until the system reboots.
 */
export class ResumeNote<T> {
  private readonly path: string;
  private readonly boot = bootId();
  private timer: NodeJS.Timeout | null = null;
  private current: (() => T | null) | null = null;
  private working: Promise<void> = Promise.resolve();

  /** @param path the source file that the note is about */
  constructor(
    path: string,
    private readonly schema: z.ZodType<T>,
  ) {
    this.path = path + SUFFIX;
  }

  /** @returns the last note; null if there is no valid one. */
  async read(): Promise<T | null> {
    try {
      const text = await readFile(this.path, 'utf8');
      const note = z.object({ boot: z.string(), about: this.schema }).parse(JSON.parse(text));
      return note.boot === this.boot ? note.about : null;
    } catch {
      return null;
    }
  }

  /**
   * Marks the note as outdated. It is then written within a second.
   * @param current returns the state on disk at the time of the call; null if it isn't worth a
   *   note.
   */
  changed(current: () => T | null): void {
    this.current = current;
    if (this.boot !== null) {
      this.timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
    }
  }

  /** Writes the note immediately if it is outdated. Failures are ignored. */
  async flush(): Promise<void> {
    const { current } = this;
    this.forget();
    this.working = this.working.then(async () => {
      const about = current?.() ?? null;
      if (about !== null && this.boot !== null) {
        await this.write(JSON.stringify({ boot: this.boot, about })).catch(() => undefined);
      }
    });
    await this.working;
  }

  /** Removes the note. Must be called before any bytes that it covers are removed. */
  async remove(): Promise<void> {
    this.forget();
    await this.working;
    await rm(this.path, { force: true });
  }

  private forget(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.current = null;
  }

  /** Writes atomically, so that a crash leaves either the old note or the new one. */
  private async write(text: string): Promise<void> {
    const fresh = `${this.path}.new`;
    await writeFile(fresh, text);
    await rename(fresh, this.path);
  }
}
