import { WAVEFORM_LENGTH } from '@dipper/contract';

/** Samples per second, which are enough to measure loudness. */
export const SAMPLE_RATE = 8000;
/** Number of samples per peak. 25 ms contain a few waves of even the lowest voice. */
const BLOCK = 200;
/** Maximum number of cells in memory. That is several cells for each number of the result. */
const CELLS = 4096;
const FULL_SCALE = 32_768;
const TOP = 255;

/**
 * Measures loudness over time in constant memory. When all cells are used, every two of them are
 * merged. Each number of the result is the mean of the 25 ms peaks in its part of the file, because
 * their maximum would draw an hour of speech as a solid block.
 */
export class PeakMeter {
  private readonly sums = new Float64Array(CELLS);
  private cells = 0;
  private blocksPerCell = 1;
  private sum = 0;
  private blocks = 0;
  private peak = 0;
  private samples = 0;
  /** The first byte of a sample whose second byte is in the next chunk. */
  private half: Buffer = Buffer.alloc(0);

  /**
   * @param chunk the next samples (16 bits, signed, native byte order). It may end in the middle of
   *   a sample.
   */
  push(chunk: Buffer): void {
    const bytes = this.half.length === 0 ? chunk : Buffer.concat([this.half, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    const samples = samplesOf(bytes.subarray(0, whole));
    this.half = Buffer.from(bytes.subarray(whole));
    for (let at = 0; at < samples.length;) {
      const end = Math.min(samples.length, at + BLOCK - this.samples);
      this.samples += end - at;
      // This loop runs over hours of samples on the main thread, so it uses only local variables.
      let { peak } = this;
      for (; at < end; at += 1) {
        const loud = Math.abs(samples[at] ?? 0);
        peak = loud > peak ? loud : peak;
      }
      this.peak = peak;
      if (this.samples === BLOCK) {
        this.endBlock();
      }
    }
  }

  /** @returns `WAVEFORM_LENGTH` numbers from 0 to 255; null if there were no samples. */
  result(): Uint8Array | null {
    if (this.samples > 0) {
      this.endBlock();
    }
    const means = [...this.sums.subarray(0, this.cells)].map((sum) => sum / this.blocksPerCell);
    if (this.blocks > 0) {
      means.push(this.sum / this.blocks);
    }
    return means.length === 0
      ? null
      : Uint8Array.from({ length: WAVEFORM_LENGTH }, (_, index) => shareOf(means, index));
  }

  private endBlock(): void {
    this.sum += this.peak;
    this.blocks += 1;
    this.peak = 0;
    this.samples = 0;
    if (this.blocks === this.blocksPerCell) {
      this.sums[this.cells] = this.sum;
      this.cells += 1;
      this.sum = 0;
      this.blocks = 0;
      if (this.cells === CELLS) {
        this.halve();
      }
    }
  }

  private halve(): void {
    this.cells = CELLS / 2;
    this.blocksPerCell *= 2;
    for (let cell = 0; cell < this.cells; cell += 1) {
      this.sums[cell] = (this.sums[2 * cell] ?? 0) + (this.sums[2 * cell + 1] ?? 0);
    }
  }
}

/** The samples in a buffer, without a copy if the alignment allows that. */
function samplesOf(bytes: Buffer): Int16Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return new Int16Array(buffer, byteOffset, length / 2);
}

/**
 * The number at `index` of the result: the mean of its cells, or of the one cell that contains it.
 */
function shareOf(means: readonly number[], index: number): number {
  const from = Math.floor((index * means.length) / WAVEFORM_LENGTH);
  const to = Math.max(from + 1, Math.floor(((index + 1) * means.length) / WAVEFORM_LENGTH));
  const share = means.slice(from, to);
  const mean = share.reduce((sum, value) => sum + value, 0) / share.length;
  return Math.min(TOP, Math.round((mean * TOP) / (FULL_SCALE - 1)));
}
