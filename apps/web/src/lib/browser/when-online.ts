/**
 * Calls `onDone` once the browser is online, or after `waitMs` if it already says so.
 * @returns a cleanup function
 */
export function whenOnline(waitMs: number, onDone: () => void): () => void {
  if (navigator.onLine) {
    const timer = setTimeout(onDone, waitMs);
    return () => clearTimeout(timer);
  }
  window.addEventListener('online', onDone, { once: true });
  return () => window.removeEventListener('online', onDone);
}
