import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  type Cipher,
  segmentBytes,
  type SegmentBytes,
  type FileSlice,
  DecryptionFailed,
  windows,
} from './segment-bytes.js';

export interface StoredSegment {
  readonly path: string;
  readonly cipher: Cipher | null;
  /** Range of the segment in the file; null for the whole file. */
  readonly within: FileSlice | null;
}

/**
 * Reads a segment after decryption.
 * @throws DecryptionFailed; whatever `read` throws.
 */
export async function withBytes<T>(
  { path, cipher, within }: StoredSegment,
  read: (bytes: SegmentBytes) => Promise<T>,
): Promise<T> {
  const file = await open(path);
  try {
    return await read(await segmentBytes(file, cipher, within));
  } finally {
    await file.close();
  }
}

/** Digest of a segment's bytes as they were received, before decryption. */
export async function digestOf(stored: StoredSegment): Promise<string> {
  return withBytes({ ...stored, cipher: null }, async (bytes) => {
    const hash = createHash('sha256');
    for await (const { window } of windows(bytes, { start: 0, end: bytes.size })) {
      hash.update(window);
    }
    return hash.digest('hex');
  });
}

/** Whether two segments are equal after decryption; false if one can't be decrypted. */
export async function hasSameBytes(one: StoredSegment, other: StoredSegment): Promise<boolean> {
  try {
    return await withBytes(one, (ones) => withBytes(other, (others) => areSame(ones, others)));
  } catch (error) {
    if (error instanceof DecryptionFailed) {
      return false;
    }
    throw error;
  }
}

async function areSame(one: SegmentBytes, other: SegmentBytes): Promise<boolean> {
  if (one.size !== other.size) {
    return false;
  }
  for await (const { at, window } of windows(one, { start: 0, end: one.size })) {
    if (!window.equals(await other.read(at, window.length))) {
      return false;
    }
  }
  return true;
}
