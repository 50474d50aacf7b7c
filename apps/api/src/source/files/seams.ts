import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { RangesUnreliable } from '../client/source-error.js';

/**
 * Each part of a file is requested with this many bytes before it, which must match the end of the
 * part before it. This is enough to tell two files apart, and negligible compared with the smallest
 * part (64 KiB).
 */
export const OVERLAP_BYTES = 1024;
/** Smallest overlap in bytes, for a source that keeps breaking off within the overlap. */
const MIN_OVERLAP_BYTES = 16;

/** The bytes before a position in a file, from the response that delivered the bytes after it. */
interface Seam {
  readonly at: number;
  readonly bytes: number;
  readonly digest: string;
}

/**
 * The overlap to request next after a response broke off within the given overlap. Both are in
 * bytes.
 */
export function shorterOverlap(bytes: number): number {
  return Math.max(MIN_OVERLAP_BYTES, Math.floor(bytes / 4));
}

/** The positions in a file where bytes from two responses meet, until they have been compared. */
export class Seams {
  private pending: readonly Seam[] = [];

  get open(): readonly Seam[] {
    return this.pending;
  }

  /** @param lead the bytes before `at`, from the response that delivered the bytes after it. */
  add(at: number, lead: Buffer): void {
    this.pending = [...this.pending, { at, bytes: lead.length, digest: digestOf(lead) }];
  }

  restore(seams: readonly Seam[]): void {
    this.pending = seams;
  }

  /**
   * Compares the seams whose bytes are on disk.
   * @param isThere whether a range of the file is on disk.
   * @throws RangesUnreliable if the two sides of a seam are from different files.
   */
  async check(file: FileHandle, isThere: (from: number, to: number) => boolean): Promise<void> {
    const ready = this.pending.filter(({ at, bytes }) => isThere(at - bytes, at));
    for (const { at, bytes, digest } of ready) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at - bytes);
      if (bytesRead < bytes || digestOf(buffer) !== digest) {
        throw new RangesUnreliable('parts that do not belong together');
      }
    }
    // Remove the seams only now, because a note that is written in the meantime must still include
    // them.
    this.pending = this.pending.filter((seam) => !ready.includes(seam));
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
