import { tabStore } from './browser-store.js';

/**
 * Thrown when a chunk could not be loaded because the network failed or a deployment has replaced
 * it.
 */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Loads a module on demand.
 * @throws ChunkLoadError
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ChunkLoadError(cause);
  }
}

/**
 * Checks whether the server responds. It does not use the API client, whose schemas are too large
 * for the first load.
 */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

const KEY = 'reloaded-at';
/** In milliseconds. If loading fails again within this time, another reload does not help. */
const PAUSE_MS = 60_000;

interface Reload {
  /** Aborted when the visitor has left the part that needed the chunk. */
  readonly signal?: AbortSignal;
  readonly open?: (address: string) => void;
}

const replaceBy = (address: string) => window.location.replace(address);

/**
 * Reloads the page after a chunk has failed to load, so that a tab that was open during a
 * deployment gets the new build. If the server is unreachable, nothing happens, because a reload
 * would lose the page.
 * @returns false if it did not reload because that would not help
 */
export async function reloadOnce(
  address: string,
  { signal, open = replaceBy }: Reload = {},
): Promise<boolean> {
  const since = Math.abs(Date.now() - Number(tabStore.readText(KEY) ?? 0));
  if (since < PAUSE_MS || !(await serverAnswers())) {
    return false;
  }
  if (signal?.aborted === true) {
    return false;
  }
  const now = String(Date.now());
  tabStore.writeText(KEY, now);
  if (tabStore.readText(KEY) !== now) {
    // If the reload could not be recorded, the page might reload in a loop.
    return false;
  }
  open(address);
  return true;
}

/** The offline page, with or without a language. */
const OFFLINE_PAGE = /^(?:\/[^/?#]+)?\/offline(?:[?#]|$)/;

/**
 * Opens the service worker's offline page, if there is a service worker and no connection.
 * @returns false if it did nothing
 */
export async function showOffline(
  address: string,
  { signal, open = replaceBy }: Reload = {},
): Promise<boolean> {
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  // The offline page itself would reload in a loop.
  if ((serviceWorker?.controller ?? null) === null || OFFLINE_PAGE.test(address)) {
    return false;
  }
  try {
    await fetch('/', { method: 'HEAD' });
    return false;
  } catch {
    if (signal?.aborted === true) {
      return false;
    }
    open(address);
    return true;
  }
}
