import { stat } from 'node:fs/promises';

/**
 * How long a file that is being written may stay unchanged, in milliseconds. Then the program that
 * writes it is stuck.
 */
export const STALLED_MS = 60_000;

interface Watcher {
  /** How often to look at the file, in milliseconds. */
  readonly everyMs: number;
  /** Whether the program that writes the file is waiting for its sources. */
  readonly isWaiting?: () => boolean;
  /** Called with the size of the file, in bytes. The next look waits for it. */
  readonly onSize: (bytes: number) => void | Promise<void>;
  /** Called with the reason, for the log. */
  readonly onStuck: (reason: string) => void;
  /** Called with whatever `onSize` throws. */
  readonly onError: (error: unknown) => void;
}

/**
 * Watches a file that is being written.
 * @returns a function that stops watching, and resolves when the watch has ended
 */
export function watchFile(path: string, watcher: Watcher): () => Promise<void> {
  const { everyMs, isWaiting = () => false, onSize, onStuck, onError } = watcher;
  const stall = new Stall(performance.now());
  const look = async (): Promise<void> => {
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
    const isStuck = stall.sees({ size, mtimeMs, isWaiting: isWaiting() }, performance.now());
    await onSize(size);
    if (isStuck) {
      onStuck(`no output for ${STALLED_MS} ms`);
    }
  };
  let [looking, isLooking] = [Promise.resolve(), false];
  const timer = setInterval(() => {
    if (!isLooking) {
      isLooking = true;
      looking = look()
        .catch(onError)
        .finally(() => (isLooking = false));
    }
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  readonly isWaiting: boolean;
}

/** Decides when a file has not changed for too long. */
export class Stall {
  private mark = '';

  /** @param since in milliseconds, on a clock that never jumps. */
  constructor(private since: number) {}

  /** @returns true if the file is stuck. */
  sees({ size, mtimeMs, isWaiting }: Seen, now: number): boolean {
    // When ffmpeg moves the index of an MP4 to its front, it rewrites the file without changing its
    // size.
    const mark = `${size} ${mtimeMs}`;
    if (mark !== this.mark || isWaiting) {
      this.mark = mark;
      this.since = now;
    }
    return now - this.since > STALLED_MS;
  }
}
