import { stat } from 'node:fs/promises';
import { makeDurable } from '../../infra/storage/make-durable.js';
import { STALLED_MS } from '../ffmpeg.js';

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
 * growing although its sources have arrived.
 * @returns a function that stops watching, and resolves when the watch has ended
 */
export function watchOutput(
  output: string,
  { hasArrived, onWritten, onError }: Watcher,
): () => Promise<void> {
  let flushed = 0;
  let looking = Promise.resolve();
  let grown = { size: 0, at: performance.now() };
  const look = async (): Promise<void> => {
    const { size } = await stat(output).catch(() => ({ size: 0 }));
    onWritten(size);
    if (size !== grown.size || !hasArrived()) {
      grown = { size, at: performance.now() };
    } else if (performance.now() - grown.at > STALLED_MS) {
      throw new Error(`no output for ${STALLED_MS} ms`);
    }
    if (size - flushed >= FLUSH_BYTES) {
      flushed = size;
      await makeDurable(output);
    }
  };
  let isLooking = false;
  const timer = setInterval(() => {
    if (!isLooking) {
      isLooking = true;
      looking = look()
        .catch(onError)
        .finally(() => (isLooking = false));
    }
  }, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}
