const NAME = 'session';

/** A tab that the browser has frozen may hold the lock: then the server's leeway has to do. */
const PATIENCE_MS = 10_000;

let last: Promise<unknown> = Promise.resolve();

/** One after the other within this page. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.then(call);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Makes a call while no other tab of this browser makes one; where there are no locks, or they are
 * refused, while no other part of this page does.
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
      // The lock is held until then; how it ended is told below.
      return result.catch(() => undefined);
    });
  } catch {
    // Refused, or not had in time.
  } finally {
    clearTimeout(timer);
  }
  return result ?? inTurn(call);
}
