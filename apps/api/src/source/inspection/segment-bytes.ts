import { createDecipheriv } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { MalformedSegment } from './segment-report.js';

/** Block size of AES, in bytes. */
const BLOCK = 16;
/**
 * Number of bytes per read. This is large enough to be fast, and small enough to let other work
 * run.
 */
const WINDOW_BYTES = 512 * 1024;

/** Random access to the bytes of a segment. */
export interface SegmentBytes {
  readonly size: number;
  /**
   * @returns the bytes from `at` on, fewer than `length` only at the end. They are valid until the
   *   next call.
   */
  read(at: number, length: number): Promise<Buffer>;
}

/** Key and initialization vector of AES-128-CBC. */
export interface Cipher {
  readonly key: Buffer;
  readonly iv: Buffer;
}

export interface FileSlice {
  readonly start: number;
  readonly size: number;
}

/** Thrown if decryption with the key gives an invalid length or padding. */
export class DecryptionFailed extends MalformedSegment {}

/**
 * Opens a segment on disk for random access, and decrypts what is read.
 * @param within range of the segment in the file; the whole file if omitted.
 * @throws DecryptionFailed.
 */
export async function segmentBytes(
  file: FileHandle,
  cipher: Cipher | null = null,
  within: FileSlice | null = null,
): Promise<SegmentBytes> {
  const { start, size } = within ?? { start: 0, size: (await file.stat()).size };
  const plain = new PlainBytes(file, start, size);
  if (cipher === null) {
    return plain;
  }
  if (size === 0 || size % BLOCK !== 0) {
    throw new DecryptionFailed('the length is not a multiple of the cipher block', false);
  }
  const last = await new CipheredBytes(plain, cipher, size).read(size - BLOCK, BLOCK);
  const padding = last[BLOCK - 1] ?? 0;
  const isPadded =
    padding >= 1 && padding <= BLOCK && last.subarray(BLOCK - padding).every((b) => b === padding);
  if (!isPadded) {
    throw new DecryptionFailed('the end cannot be deciphered', false);
  }
  return new CipheredBytes(plain, cipher, size - padding);
}

class PlainBytes implements SegmentBytes {
  private buffer = Buffer.alloc(0);

  constructor(
    private readonly file: FileHandle,
    private readonly start: number,
    readonly size: number,
  ) {}

  async read(at: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - at));
    const from = this.start + at;
    if (this.buffer.length < wanted) {
      this.buffer = Buffer.allocUnsafe(wanted);
    }
    let filled = 0;
    while (filled < wanted) {
      const left = wanted - filled;
      const { bytesRead } = await this.file.read(this.buffer, filled, left, from + filled);
      if (bytesRead === 0) {
        break;
      }
      filled += bytesRead;
    }
    return this.buffer.subarray(0, filled);
  }
}

/**
 * Decrypts on access. In CBC, a block depends only on the one before it, so decryption can start
 * anywhere.
 */
class CipheredBytes implements SegmentBytes {
  constructor(
    private readonly source: SegmentBytes,
    private readonly cipher: Cipher,
    readonly size: number,
  ) {}

  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (end <= at) {
      return Buffer.alloc(0);
    }
    const first = Math.floor(at / BLOCK) * BLOCK;
    const last = Math.ceil(end / BLOCK) * BLOCK;
    const before = first === 0 ? 0 : BLOCK;
    const bytes = await this.source.read(first - before, last - first + before);
    const iv = before === 0 ? this.cipher.iv : bytes.subarray(0, BLOCK);
    const decipher = createDecipheriv('aes-128-cbc', this.cipher.key, iv).setAutoPadding(false);
    return decipher.update(bytes.subarray(before)).subarray(at - first, end - first);
  }
}

/**
 * Yields the bytes from `start` to `end` in windows. Each window is valid until the next one.
 * @param step a number that divides the length of every window except the last.
 */
export async function* windows(
  bytes: SegmentBytes,
  { start, end, step = 1 }: { start: number; end: number; step?: number },
): AsyncGenerator<{ readonly at: number; readonly window: Buffer }> {
  const length = Math.max(1, Math.floor(WINDOW_BYTES / step)) * step;
  for (let at = start; at < end; at += length) {
    yield { at, window: await bytes.read(at, Math.min(length, end - at)) };
  }
}

/** Lets a signal end a sequence of reads. The next read then throws the signal's reason. */
export function abortable(bytes: SegmentBytes, signal: AbortSignal): SegmentBytes {
  return {
    size: bytes.size,
    read: async (at, length) => {
      signal.throwIfAborted();
      return bytes.read(at, length);
    },
  };
}

/** Serves sequences of small reads from a buffer. */
export function buffered(bytes: SegmentBytes): SegmentBytes {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    size: bytes.size,
    read: async (at, length) => {
      const end = Math.min(at + length, bytes.size);
      if (at < from || end > from + held.length) {
        held = await bytes.read(at, Math.max(length, WINDOW_BYTES));
        from = at;
      }
      return held.subarray(at - from, Math.max(end, at) - from);
    },
  };
}
