/** In milliseconds, for browsers that cannot report when they are idle. */
const REST_MS = 1000;

/** True if the visitor asks sites to send less data (Save-Data). */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Calls `act` once the document has loaded and the browser is idle, for prefetches that must not
 * delay what the visitor waits for. Never called for visitors with data saving turned on.
 * @returns a cleanup function, after which `act` is not called
 */
export function whenLoaded(act: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  if (savesData()) {
    return () => undefined;
  }
  const perform = () => {
    if (!signal.aborted) {
      act();
    }
  };
  const rest = () => {
    if ('requestIdleCallback' in window) {
      window.requestIdleCallback(perform);
    } else {
      setTimeout(perform, REST_MS);
    }
  };
  if (document.readyState === 'complete') {
    rest();
  } else {
    window.addEventListener('load', rest, { once: true, signal });
  }
  return () => ended.abort();
}
