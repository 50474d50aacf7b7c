/**
 * Stops waiting for a result when a signal is aborted. The work itself continues.
 * @throws the signal's reason; whatever the work throws
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { signal: over.signal });
    if (signal.aborted) {
      stop();
    }
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    over.abort();
  }
}
