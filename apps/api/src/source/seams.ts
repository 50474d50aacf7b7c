import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { RangesUnreliable } from './source-error.js';

/**
 * Each part of a file is asked for with so many bytes before it, which must be those that its
 * neighbour brought. Enough that two files are not alike there by chance, and nothing beside the
 * smallest part (64 KiB).
 */
export const OVERLAP_BYTES = 1024;
/** What a source that breaks off within the overlap, again and again, is asked for at least. */
const MIN_OVERLAP_BYTES = 16;

/** Bytes before a place in a file, as the answer that brought what follows has them. */
export interface Seam {
  readonly at: number;
  readonly bytes: number;
  readonly digest: string;
}

/** Overlap after an answer that broke off within one of this size, bytes. */
export function shorterOverlap(bytes: number): number {
  return Math.max(MIN_OVERLAP_BYTES, Math.floor(bytes / 4));
}

/** The places of a file where bytes of two answers meet, until they are known to belong together. */
export class Seams {
  private pending: readonly Seam[] = [];

  /** Those that are not known to hold yet. */
  get open(): readonly Seam[] {
    return this.pending;
  }

  /** @param lead the bytes before `at`, as they came with those after it */
  add(at: number, lead: Buffer): void {
    this.pending = [...this.pending, { at, bytes: lead.length, digest: digestOf(lead) }];
  }

  restore(seams: readonly Seam[]): void {
    this.pending = seams;
  }

  /**
   * Compares what is there by now.
   * @param isThere whether the bytes of a file from one place up to another are on disk
   * @throws RangesUnreliable when the bytes on the two sides of a seam are of two files
   */
  async check(file: FileHandle, isThere: (from: number, to: number) => boolean): Promise<void> {
    const ready = this.pending.filter(({ at, bytes }) => isThere(at - bytes, at));
    for (const { at, bytes, digest } of ready) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at - bytes);
      if (bytesRead < bytes || digestOf(buffer) !== digest) {
        throw new RangesUnreliable('parts that do not belong together');
      }
    }
    // Only now: what is noted meanwhile for a later run must not leave them out.
    this.pending = this.pending.filter((seam) => !ready.includes(seam));
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
