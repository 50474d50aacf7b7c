import { readSession, writeSession } from './session-store.js';

/** Part of the code could not be fetched: the network failed, or a deployment has replaced it. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** Loads a module that is fetched on demand. @throws ChunkLoadError */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError(cause);
  }
}

/** Not by the API client: the schemas in it are too heavy for what every page loads. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

const KEY = 'reloaded-at';
/** A second failure within this time is not cured by loading the page again. */
const PAUSE_MS = 60_000;

/**
 * Loads the page again after a part was missing: a tab that was open while a deployment went by
 * gets the new build. Not without an answer of the server, which would only lose the page.
 * @returns false when that would not help, and nothing was done.
 */
export async function reloadOnce(
  address: string,
  open = (to: string) => window.location.replace(to),
): Promise<boolean> {
  const since = Math.abs(Date.now() - Number(readSession(KEY) ?? 0));
  if (since < PAUSE_MS || !(await serverAnswers())) {
    return false;
  }
  const now = String(Date.now());
  writeSession(KEY, now);
  if (readSession(KEY) !== now) {
    // Without a trace of it, the page would be loaded again and again.
    return false;
  }
  open(address);
  return true;
}

/**
 * Leads to the page that is kept for when there is no connection, where a service worker has one: it
 * answers what the network does not.
 * @returns false when there is none, or the network is there, and nothing was done.
 */
export async function showOffline(
  address: string,
  open = (to: string) => window.location.replace(to),
): Promise<boolean> {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  // That page itself would come again and again.
  if ((serviceWorker?.controller ?? null) === null || address.startsWith('/offline')) {
    return false;
  }
  try {
    await fetch('/', { method: 'HEAD' });
    return false;
  } catch {
    open(address);
    return true;
  }
}
