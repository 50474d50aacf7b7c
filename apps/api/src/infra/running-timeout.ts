/** The time between two ticks, in milliseconds. */
const TICK_MS = 250;

/**
 * Like `AbortSignal.timeout`, but counts only the time in which this process ran: a tick that comes
 * late counts like one in time. A process that gets too little processor time would otherwise blame
 * sites for not answering, although their answers have arrived and only wait to be read. (undici's
 * timeouts count in the same way.)
 * @param milliseconds the time limit
 * @returns a signal that aborts with a TimeoutError
 */
export function runningTimeout(milliseconds: number, tickMs = TICK_MS): AbortSignal {
  const late = new AbortController();
  let left = milliseconds;
  const wait = (): void => {
    const next = Math.min(tickMs, left);
    setTimeout(() => {
      left -= next;
      if (left > 0) {
        wait();
      } else {
        late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, next).unref();
  };
  wait();
  return late.signal;
}
