import type { SegmentBytes } from '../../inspection/segment-bytes.js';

/** A file in memory that counts its reads. */
export class BufferBytes implements SegmentBytes {
  reads = 0;

  constructor(private readonly file: Buffer) {}

  get size(): number {
    return this.file.length;
  }

  read(at: number, length: number): Promise<Buffer> {
    this.reads += 1;
    return Promise.resolve(this.file.subarray(at, at + length));
  }
}
