import { makeDurable } from '../../infra/storage/make-durable.js';
import { watchFile } from '../output/watch-file.js';

/** How often to check the size of the file, in milliseconds. Large files can be written in 1 s. */
const LOOK_MS = 250;
/**
 * How many bytes are flushed to disk at a time. Flushing early leaves little to flush when the file
 * is published.
 */
const FLUSH_BYTES = 64 * 1024 * 1024;

interface Watcher {
  /** Whether all sources have arrived. */
  readonly hasArrived: () => boolean;
  readonly onWritten: (bytes: number) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Watches a growing file: reports its size, flushes it to disk as it grows, and notices if it stops
 * changing although its sources have arrived.
 * @returns a function that stops watching, and resolves when the watch has ended
 */
export function watchOutput(
  output: string,
  { hasArrived, onWritten, onError }: Watcher,
): () => Promise<void> {
  let flushed = 0;
  return watchFile(output, {
    everyMs: LOOK_MS,
    isWaiting: () => !hasArrived(),
    onSize: async (size) => {
      onWritten(size);
      if (size - flushed >= FLUSH_BYTES) {
        flushed = size;
        await makeDurable(output);
      }
    },
    onStuck: (reason) => onError(new Error(reason)),
    onError,
  });
}
