import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './pace.js';
import { finalError, Interrupted, translateFailure } from './source-error.js';

/** Tries in a row without a single byte before a source is given up. */
const FRUITLESS_TRIES = 4;
/** Wait after a try that brought bytes: the source is well, and only dropped the connection. */
const PROGRESS_WAIT_MS = 50;

/**
 * Repeats a request while it is worth it. Progress pays for further tries: a source that cuts every
 * connection after a while is resumed as often as it takes, one that gives nothing is given up.
 * @param attempt does the work from where the last one ended.
 * @param arrived bytes so far, fewer after some were thrown away: only more than ever before is
 *   progress.
 * @param pace told of the waits that are not the source's silence.
 * @throws DomainError when it is given up, the signal's own reason when that ends it, or whatever is
 *   not worth repeating.
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
        // Else it catches up with what was thrown away, which neither helps nor harms.
        fruitless += 1;
      }
      most = Math.max(most, now);
      if (fruitless >= FRUITLESS_TRIES) {
        throw finalError(error);
      }
      if (fruitless === 0) {
        // Counts as the source's: it may break off after each byte.
        await pause(PROGRESS_WAIT_MS, signal);
      } else {
        const wait = (): Promise<void> => pause(waitBefore(fruitless, error), signal);
        await (pace === undefined ? wait() : pace.idle(wait));
      }
    }
  }
}

/** A wait that the source named is enough each time; others double. */
function waitBefore(fruitless: number, { waitMs, busy }: Interrupted): number {
  const isNamed = typeof busy?.retryAfterMs === 'number';
  return isNamed ? waitMs : waitMs * 2 ** (fruitless - 1);
}

async function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(waitMs, undefined, { signal });
  } catch (error) {
    // The reason, not merely an AbortError: a shutdown is no failure of the task.
    signal.throwIfAborted();
    throw error;
  }
}
