import type { FileSink, SavedPart, SaveStart } from '@dipper/client';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CommandError, EXIT } from '../exit-codes.js';
import * as z from 'zod/mini';

/** The note about a part, with which the next attempt can continue it. */
const noteSchema = z.object({
  /** The request for the file. A part is continued only for the same request. */
  request: z.string(),
  /** The task that makes the file; null if there is none. */
  task_id: z.nullable(z.string()),
  validator: z.nullable(z.string()),
  /** The process that is saving it. */
  pid: z.number(),
});
type PartNote = z.infer<typeof noteSchema>;

/**
 * A file that is being saved as `NAME.part`, with a note in `NAME.part.json`. It gets its final
 * name when it is complete.
 */
export class PartFile implements FileSink {
  private file: FileHandle | null = null;
  /** The position of the next byte. */
  private at = 0;
  private note: PartNote;

  private constructor(
    readonly target: string,
    note: PartNote,
  ) {
    this.note = note;
  }

  /**
   * Takes over the part of an earlier attempt, or begins a new one.
   * @param request identifies the request; a part of another request is replaced
   * @throws CommandError if another program has left a file with that name
   */
  static async begin(target: string, request: string): Promise<PartFile> {
    const found = await readNote(target);
    if (found === null && (await isForeignPart(target))) {
      const sentence = `${partPath(target)} belongs to another program. Remove it, or choose another name with -o.`;
      throw new CommandError(EXIT.file, sentence);
    }
    const own = { request, pid: process.pid };
    const part =
      found?.request === request
        ? new PartFile(target, { ...found, ...own })
        : new PartFile(target, { ...own, task_id: null, validator: null });
    await part.writeNote();
    return part;
  }

  /** The task of the earlier attempt; null if there was none. */
  get taskId(): string | null {
    return this.note.task_id;
  }

  async setTask(taskId: string | null): Promise<void> {
    this.note = { ...this.note, task_id: taskId };
    await this.writeNote();
  }

  async kept(): Promise<SavedPart | null> {
    const { validator } = this.note;
    const bytes = (await lstat(this.path).catch(() => null))?.size ?? 0;
    return validator === null || bytes === 0 ? null : { bytes, validator };
  }

  async begin({ at, validator }: SaveStart): Promise<void> {
    if (this.file === null) {
      this.file = await open(this.path, WRITE);
    }
    await this.file.truncate(at);
    this.note = { ...this.note, validator };
    await this.writeNote();
    this.at = at;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten = 0 } =
        (await this.file?.write(bytes, done, bytes.length - done, this.at)) ?? {};
      done += bytesWritten;
      this.at += bytesWritten;
    }
  }

  /** Gives the complete file its final name. */
  async finish(): Promise<void> {
    await this.file?.sync();
    await this.close();
    await rename(this.path, this.target);
    await rm(notePath(this.target), { force: true });
  }

  /**
   * Keeps the part for another attempt.
   * @param isWorthIt false to remove the note if nothing has been saved
   */
  async leave(isWorthIt: boolean): Promise<void> {
    await this.close();
    if (!isWorthIt && (await this.kept()) === null) {
      await rm(this.path, { force: true });
      await rm(notePath(this.target), { force: true });
    }
  }

  private async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private get path(): string {
    return partPath(this.target);
  }

  private writeNote(): Promise<void> {
    const text = `${JSON.stringify(this.note)}\n`;
    return writeFile(notePath(this.target), text, {
      mode: 0o600,
      flag: WRITE | constants.O_TRUNC,
    });
  }
}

/**
 * Creates a file, or opens it for writing at any position, without following links. In a folder
 * that others can write to, such as /tmp, a link could lead to any of the user's files. Windows has
 * no flag for that.
 */
const WRITE =
  constants.O_WRONLY | constants.O_CREAT | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

const partPath = (target: string) => `${target}.part`;
const notePath = (target: string) => `${target}.part.json`;

/** True if another program, such as a browser, has left a part file there. */
export async function isForeignPart(target: string): Promise<boolean> {
  const exists = await lstat(partPath(target)).then(
    () => true,
    () => false,
  );
  return exists && (await readNote(target)) === null;
}

/** Reads the note for a part; null if there is none, or if it can't be read. */
export async function readNote(target: string): Promise<PartNote | null> {
  try {
    const note = noteSchema.safeParse(JSON.parse(await readFile(notePath(target), 'utf8')));
    return note.success ? note.data : null;
  } catch {
    return null;
  }
}
