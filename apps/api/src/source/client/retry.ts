import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './pace.js';
import { finalError, Interrupted, translateFailure } from './source-error.js';

/** Number of consecutive attempts without a new byte after which we give up on a source. */
const FRUITLESS_TRIES = 4;
/**
 * Wait in milliseconds after an attempt that received new bytes. The source works, and only dropped
 * the connection.
 */
const PROGRESS_WAIT_MS = 50;

/**
 * Repeats a request while it makes progress. A download from a source that cuts every connection
 * after a while is resumed as often as necessary; but we give up on a source that sends nothing.
 * @param attempt continues where the last attempt ended.
 * @param arrived returns the number of bytes so far. It drops when bytes are discarded, so only a
 *   new maximum is progress.
 * @param pace excludes the waits after fruitless attempts from the source's timeout.
 * @throws DomainError when it gives up, the signal's own reason when aborted, or any error that
 *   isn't worth repeating.
 */
export async function retrying(
  attempt: () => Promise<void>,
  arrived: () => number,
  signal: AbortSignal,
  pace?: Pick<Pace, 'idle'>,
): Promise<void> {
  let fruitless = 0;
  let most = arrived();
  for (;;) {
    const before = arrived();
    try {
      await attempt();
      return;
    } catch (thrown) {
      const error = translateFailure(thrown, signal);
      if (!(error instanceof Interrupted)) {
        throw error;
      }
      const now = arrived();
      if (now > most) {
        fruitless = 0;
      } else if (now <= before) {
        // Otherwise, the attempt only recovered discarded bytes, which is neither progress nor a
        // failure.
        fruitless += 1;
      }
      most = Math.max(most, now);
      if (fruitless >= FRUITLESS_TRIES) {
        throw finalError(error);
      }
      if (fruitless === 0) {
        // This pause does not go through `pace.idle`, so it counts towards the timeout. Otherwise,
        // a source that drops the connection after every byte would never time out.
        await pause(PROGRESS_WAIT_MS, signal);
      } else {
        const wait = (): Promise<void> => pause(waitBefore(fruitless, error), signal);
        await (pace === undefined ? wait() : pace.idle(wait));
      }
    }
  }
}

/** A wait that the source requested is not doubled. */
function waitBefore(fruitless: number, { waitMs, busy }: Interrupted): number {
  const isNamed = typeof busy?.retryAfterMs === 'number';
  return isNamed ? waitMs : waitMs * 2 ** (fruitless - 1);
}

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(waitMs, undefined, { signal });
  } catch (error) {
    // Throw the signal's reason instead of an AbortError, because a shutdown isn't a failure of the
    // task.
    signal.throwIfAborted();
    throw error;
  }
}
