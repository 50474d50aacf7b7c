import type { FileHandle } from 'node:fs/promises';

/** Writes all of some bytes to their place: one call may write fewer than it was given (a volume that is nearly full). */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      position + written,
    );
    written += bytesWritten;
  }
}
