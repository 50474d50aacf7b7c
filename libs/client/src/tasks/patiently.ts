import { type ErrorCode, LIMITS } from '@dipper/contract';
import { ApiFailure } from '../calls/api-failure.js';
import { pause } from '../time/pause.js';

/** The delay before a retry if a busy server does not specify one, in seconds. */
export const BUSY_SECONDS = 5;
/**
 * How many times to retry while the server is busy: for about half an hour, given the delays that
 * it requests.
 */
export const BUSY_TIMES = 60;

/** True if the server asks to be called again later. */
export function isBusy(status: number | undefined): boolean {
  return status === 429 || status === 503;
}

/** How to wait. */
export interface Patience {
  /** Receives the delay before each repetition, in seconds, and its cause. */
  readonly onWait?: ((seconds: number, cause: ApiFailure) => void) | undefined;
  /** How many times to make the call if the connection is down. */
  readonly networkTimes?: number;
}

/**
 * Makes a call, and repeats it while the server is busy or the connection is down.
 * @throws the error of the last attempt, or the reason of `signal`
 */
export async function patiently<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { onWait, networkTimes = LIMITS.pollErrors }: Patience = {},
): Promise<T> {
  let errors = 0;
  for (let busy = 0; ;) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiFailure)) {
        throw error;
      }
      const { status, code, retryAfterSeconds = BUSY_SECONDS } = error.reply;
      // An earlier attempt whose reply was lost is still running.
      const isRunning = code === ('IDEMPOTENCY_BUSY' satisfies ErrorCode);
      const isWorth =
        ((isBusy(status) || isRunning) && ++busy < BUSY_TIMES) ||
        (error.kind === 'network' && ++errors < networkTimes);
      if (!isWorth) {
        throw error;
      }
      onWait?.(retryAfterSeconds, error);
      await pause(retryAfterSeconds * 1000, signal);
      signal.throwIfAborted();
    }
  }
}
