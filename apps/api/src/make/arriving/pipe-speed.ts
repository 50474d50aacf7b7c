import type { ArrivingFile } from './arriving-file.js';

/** The pipes can transfer this many bytes almost instantly. */
const INSTANT_BYTES = 64 * 1024 * 1024;
/** The speed at which the pipes just keep up, on two cores that also run the download. */
const PIPED_BYTES_PER_MS = 200_000;
/** How often to look at the speed of a download, in milliseconds. */
const MEASURE_MS = 250;

type Arriving = Pick<ArrivingFile, 'size' | 'received' | 'isComplete'>;

/**
 * True if a source arrived so much faster than the pipes that starting again from the files on disk
 * takes less time. ffmpeg reads files about twice as fast as pipes.
 */
export function isFarBehind(left: number, bytes: number): boolean {
  return left > INSTANT_BYTES && left > bytes / 2;
}

/**
 * Waits while large sources arrive faster than the pipes could pass them on. They will be read from
 * disk, and an ffmpeg that reads pipes meanwhile would slow the download down.
 * @param wait waits for some milliseconds; throws if the attempt is aborted
 */
export async function untilPipesKeepUp(
  files: readonly Arriving[],
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  while (isUnfinishedAndLarge(files)) {
    const before = received(files);
    await wait(MEASURE_MS);
    if (received(files) - before <= PIPED_BYTES_PER_MS * MEASURE_MS) {
      return;
    }
  }
}

function isUnfinishedAndLarge(files: readonly Arriving[]): boolean {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return size > INSTANT_BYTES && files.some(({ isComplete }) => !isComplete);
}

function received(files: readonly Arriving[]): number {
  return files.reduce((sum, file) => sum + file.received, 0);
}
