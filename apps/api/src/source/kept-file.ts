import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod';
import { isMissing, type Part } from './file-parts.js';

const bytes = z.number().int().nonnegative();

/** What is on disk of a file. */
export const keptFileSchema = z.object({
  /** Stands for the stream. */
  stream: z.string(),
  version: z.object({
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    total: bytes.nullable(),
    mediaType: z.string().nullable(),
  }),
  /** What is missing, from one byte up to another (null: to the end, wherever that is). */
  missing: z.array(z.tuple([bytes, bytes.nullable()])),
  /** Bytes that are there, and the end of the last of them. */
  arrived: bytes,
  reach: bytes,
  servesRanges: z.boolean(),
  seams: z.array(z.object({ at: bytes, bytes, digest: z.string() })),
});
export type KeptFile = z.infer<typeof keptFileSchema>;

/** Stands for the stream with this URL, which may hold a token, and is not written down therefore. */
export function streamId(url: string): string {
  return createHash('sha256').update(url).digest('base64');
}

/** What of a file is missing, as it is noted. */
export function missingOf(parts: readonly Part[]): KeptFile['missing'] {
  return parts
    .filter(isMissing)
    .map(({ next, end }): [number, number | null] => [next, end === Infinity ? null : end]);
}

/** Whether a note makes sense for a file: each byte is either there or missing. */
export function isConsistent({ version, missing, arrived, reach }: KeptFile): boolean {
  const { total } = version;
  const isOpen = missing.some(([, end]) => end === null);
  if (total === null || isOpen) {
    // In one piece, of which the rest is missing, or which has come whole.
    return missing.length <= 1 && arrived === reach && (missing[0]?.[0] ?? arrived) === arrived;
  }
  const lacking = missing.reduce((sum, [next, end]) => sum + (end ?? total) - next, 0);
  return arrived + lacking === total && reach <= total;
}

/** Opens what is kept of a file, to go on with it. @returns null when it is not what was noted. */
export async function openKept(path: string, { reach }: KeptFile): Promise<FileHandle | null> {
  const file = await open(path, 'r+').catch(() => null);
  if (file !== null && (await file.stat()).size < reach) {
    await file.close();
    return null;
  }
  return file;
}
