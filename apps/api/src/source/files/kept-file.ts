import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod';
import { isIncomplete, type Part } from './file-parts.js';

const bytes = z.number().int().nonnegative();

/** A note about the parts of a file that are on disk. */
export const keptFileSchema = z.object({
  /** Identifies the stream, see `streamId`. */
  stream: z.string(),
  version: z.object({
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    total: bytes.nullable(),
    mediaType: z.string().nullable(),
  }),
  /**
   * The missing ranges. Each consists of its first byte and the byte after its last one (null for
   * the end of the file, if that is unknown).
   */
  missing: z.array(z.tuple([bytes, bytes.nullable()])),
  /** Number of bytes on disk, and the position after the last of them. */
  arrived: bytes,
  reach: bytes,
  servesRanges: z.boolean(),
  seams: z.array(z.object({ at: bytes, bytes, digest: z.string() })),
});
export type KeptFile = z.infer<typeof keptFileSchema>;

/** Identifies a stream by its URL, hashed because a URL may contain a token. */
export function streamId(url: string): string {
  return createHash('sha256').update(url).digest('base64');
}

/** The missing ranges, as the note stores them. */
export function missingOf(parts: readonly Part[]): KeptFile['missing'] {
  return parts
    .filter(isIncomplete)
    .map(({ next, end }): [number, number | null] => [next, end === Infinity ? null : end]);
}

/** Whether a note is consistent, which means that each byte is either present or missing. */
export function isConsistent({ version, missing, arrived, reach }: KeptFile): boolean {
  const { total } = version;
  const isOpen = missing.some(([, end]) => end === null);
  if (total === null || isOpen) {
    // The file was fetched in one piece, and is either complete or lacks only its end.
    return missing.length <= 1 && arrived === reach && (missing[0]?.[0] ?? arrived) === arrived;
  }
  const lacking = missing.reduce((sum, [next, end]) => sum + (end ?? total) - next, 0);
  return arrived + lacking === total && reach <= total;
}

/**
 * Opens a partial file in order to continue it.
 * @returns null if it doesn't match the note.
 */
export async function openKept(path: string, { reach }: KeptFile): Promise<FileHandle | null> {
  const file = await open(path, 'r+').catch(() => null);
  if (file !== null && (await file.stat()).size < reach) {
    await file.close();
    return null;
  }
  return file;
}
