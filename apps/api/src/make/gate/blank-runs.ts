import { open } from 'node:fs/promises';

/** Zero bytes from `start` up to, but not including, `end`. */
export interface BlankRun {
  readonly start: number;
  readonly end: number;
}

export const MIN_BLANK_BYTES = 256;
/** If there are more runs than this, the format probably stores silence as zeros. */
const MOST_RUNS = 1000;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Finds runs of zeros in a file. Lost writes, holes and broken caches leave them behind, while
 * compressed media has next to none. The scan looks at one word in every 128 bytes.
 */
export class BlankScan {
  private readonly runs: { start: number; end: number }[] = [];
  private isFull = false;

  /**
   * Examines the next bytes of the file. Chunks must overlap by `MIN_BLANK_BYTES`, because a run may
   * cross the border between two of them.
   * @param chunk begins at a multiple of four bytes in its memory.
   * @param at its position in the file.
   */
  add(chunk: Buffer, at: number): void {
    if (!this.isFull) {
      addRuns(this.runs, chunk, at);
      this.isFull = this.runs.length > MOST_RUNS;
    }
  }

  /** @returns null if there are too many runs to mean anything. */
  result(): BlankRun[] | null {
    return this.isFull
      ? null
      : this.runs.filter(({ start, end }) => end - start >= MIN_BLANK_BYTES);
  }
}

/**
 * Scans a whole file, which is still in the page cache (0.2 s for 600 MB).
 * @returns null if there are too many runs to mean anything.
 */
export async function findBlankRuns(path: string, signal: AbortSignal): Promise<BlankRun[] | null> {
  const file = await open(path, 'r');
  const buffer = Buffer.from(new ArrayBuffer(CHUNK_BYTES));
  const scan = new BlankScan();
  try {
    for (let at = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) {
        return scan.result();
      }
      scan.add(buffer.subarray(0, bytesRead), at);
      at += bytesRead < CHUNK_BYTES ? bytesRead : bytesRead - MIN_BLANK_BYTES;
    }
  } finally {
    await file.close();
  }
}

function addRuns(runs: { start: number; end: number }[], chunk: Buffer, base: number): void {
  const step = MIN_BLANK_BYTES / 2;
  const words = new Int32Array(chunk.buffer, chunk.byteOffset, chunk.length >> 2);
  for (let word = 0; word < words.length; word += step / 4) {
    if (words[word] !== 0) {
      continue;
    }
    let start = word * 4;
    while (start > 0 && chunk[start - 1] === 0) {
      start -= 1;
    }
    let end = word * 4 + 4;
    while (end < chunk.length && chunk[end] === 0) {
      end += 1;
    }
    add(runs, { start: base + start, end: base + end });
    // Continue at the first step after the run.
    word = Math.floor(end / step) * (step / 4);
  }
}

function add(runs: { start: number; end: number }[], run: BlankRun): void {
  const last = runs.at(-1);
  if (last !== undefined && run.start <= last.end) {
    last.end = Math.max(last.end, run.end);
    return;
  }
  if (last !== undefined && last.end - last.start < MIN_BLANK_BYTES) {
    runs.pop();
  }
  runs.push({ ...run });
}
