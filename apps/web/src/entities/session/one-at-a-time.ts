import { createStore } from '../../lib/state/store.js';

const NAME = 'session';

/**
 * How long to wait for a lock held by a frozen tab, in milliseconds. After that, the server's grace
 * period covers the race.
 */
const PATIENCE_MS = 10_000;

/** The last call in this page. */
const last = createStore<Promise<unknown>>(Promise.resolve());

/** Serializes calls within this page. */
function withinPage<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.get().then(call);
  last.set(turn.catch(() => undefined));
  return turn;
}

/**
 * Runs calls one at a time across all tabs of this browser. If locks are missing or refused, this
 * holds only within the page.
 */
export async function oneAtATime<T>(call: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) {
    return withinPage(call);
  }
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PATIENCE_MS);
  let result: Promise<T> | null = null;
  try {
    await locks.request(NAME, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      result = call();
      // Hold the lock until the call ends. Its outcome is returned below.
      return result.catch(() => undefined);
    });
  } catch {
    // The lock was refused or timed out.
  } finally {
    clearTimeout(timer);
  }
  return result ?? withinPage(call);
}
