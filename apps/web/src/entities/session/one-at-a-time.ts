const NAME = 'session';

/**
 * Timeout for a lock held by a frozen tab, milliseconds; the server's grace period then covers the
 * race.
 */
const PATIENCE_MS = 10_000;

let last: Promise<unknown> = Promise.resolve();

/** Serializes calls within this page. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.then(call);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Runs calls one at a time across all tabs of this browser, or within this page if locks are
 * missing or refused.
 */
export async function oneAtATime<T>(call: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) {
    return inTurn(call);
  }
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
  let result: Promise<T> | null = null;
  try {
    await locks.request(NAME, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      result = call();
      // Holds the lock until the call ends; its result is returned below.
      return result.catch(() => undefined);
    });
  } catch {
    // The lock was refused or timed out.
  } finally {
    clearTimeout(timer);
  }
  return result ?? inTurn(call);
}
