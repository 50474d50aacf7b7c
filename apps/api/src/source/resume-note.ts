import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { bootId } from '../infra/process/process-name.js';

/** How often a note is brought up to date at most, milliseconds. */
const EVERY_MS = 1000;

const SUFFIX = '.note';

/** True for the names of notes. */
export function isNote(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** True for the names of what a later run can go on with: sources, and the notes on them. */
export function isResumable(name: string): boolean {
  return /^source-\d+(\.note)?$/.test(name);
}

/**
 * What is on disk of a source, noted beside it: a run after a crash goes on from there. The note is
 * never ahead of the source while the system is up; after a power cut it may be, so it counts only
 * within one boot of the system.
 */
export class ResumeNote<T> {
  private readonly path: string;
  private timer: NodeJS.Timeout | null = null;
  private current: (() => T | null) | null = null;
  private working: Promise<void> = Promise.resolve();

  /** @param path of the source */
  constructor(
    path: string,
    private readonly schema: z.ZodType<T>,
    private readonly boot: string | null = bootId(),
  ) {
    this.path = path + SUFFIX;
  }

  /** @returns what was noted last; null when there is no note, or none that counts. */
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
   * Says that something has changed: it is noted within a second.
   * @param current what is on disk at the moment of the call; null for nothing worth noting
   */
  changed(current: () => T | null): void {
    this.current = current;
    if (this.boot !== null) {
      this.timer ??= setTimeout(() => void this.flush(), EVERY_MS).unref();
    }
  }

  /** Notes at once what has changed. A note that cannot be written is of no use, but does no harm. */
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

  /** Before anything is taken away from what is noted. */
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

  /** In one step, so that a crash leaves the old note or the new one. */
  private async write(text: string): Promise<void> {
    const fresh = `${this.path}.new`;
    await writeFile(fresh, text);
    await rename(fresh, this.path);
  }
}
