import { open } from 'node:fs/promises';

/** Bytes from `start` up to `end` that are all zero. */
export interface BlankRun {
  readonly start: number;
  readonly end: number;
}

/** Shorter runs are not looked for, bytes. */
export const MIN_BLANK_BYTES = 256;
/** More of them say nothing: the format stores silence as zeros. */
const MOST_RUNS = 1000;
const CHUNK_BYTES = 1024 * 1024;

/**
 * Finds runs of zeros in a file: what a lost write, a hole or a broken cache leaves. Compressed
 * media have next to none. Reads all of it, which for a file that has just been written is a copy
 * in memory (600 MB: 0.2 s), and looks at one word in each 128 bytes.
 * @returns null when there are too many to mean anything.
 */
export async function findBlankRuns(path: string, signal: AbortSignal): Promise<BlankRun[] | null> {
  const file = await open(path, 'r');
  const buffer = Buffer.from(new ArrayBuffer(CHUNK_BYTES));
  const runs: { start: number; end: number }[] = [];
  try {
    for (let at = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) {
        return runs.filter(({ start, end }) => end - start >= MIN_BLANK_BYTES);
      }
      addRuns(runs, buffer.subarray(0, bytesRead), at);
      if (runs.length > MOST_RUNS) {
        return null;
      }
      // The next chunk begins a little earlier: a run may lie on the border.
      at += bytesRead < CHUNK_BYTES ? bytesRead : bytesRead - MIN_BLANK_BYTES;
    }
  } finally {
    await file.close();
  }
}

/** Adds the runs of a chunk that begins at byte `base` of its file. */
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
    // Goes on at the first step behind it.
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
