import { shortLinkPath } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { useSite } from '../../site/site.js';
import { useMounted } from '../../lib/react/use-mounted.js';

/** The state of a short link. Only the server knows which links exist, and it redirects those. */
type ServerAnswer = 'asking' | 'offline' | 'unknown';

/**
 * True if the document was loaded from another path. False if it was loaded from this path,
 * whatever the router has done since, or if the browser does not tell: otherwise, the page would
 * reload forever.
 */
function cameFromElsewhere(path: string): boolean {
  if (!('getEntriesByType' in performance)) {
    return false;
  }
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, window.location.href).pathname !== path;
}

/**
 * Checks whether the server can be reached.
 * @returns false if there is no connection
 */
async function isReached(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(path, { method: 'HEAD', redirect: 'manual', signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the server's reply about a short link. If the document was loaded from the link, the
 * server has already replied: it did not redirect, so the link is unknown. After a client-side
 * navigation, the document is loaded once from the link, which leads to the first case.
 * @param id the link's id; '' for anything that cannot be a short link
 */
export function useServerAnswer(
  id: string,
  load = (path: string) => window.location.replace(path),
): { readonly answer: ServerAnswer; readonly again: () => void } {
  // Includes the language prefix, which the server preserves.
  const path = useSite().prefix + shortLinkPath(id);
  // On the server and during hydration, the server has already replied.
  const asks = useMounted() && id !== '' && cameFromElsewhere(path);
  const [offline, setOffline] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!asks) {
      return;
    }
    const left = new AbortController();
    const { signal } = left;
    const ask = async () => {
      const reached = await isReached(path, signal);
      if (signal.aborted) {
        return;
      }
      setOffline(!reached);
      if (reached) {
        load(path);
      }
    };
    void ask();
    window.addEventListener('online', () => setAttempt((last) => last + 1), { signal });
    return () => left.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- a different `load` needs no new request
  }, [asks, path, attempt]);

  const asked = offline ? 'offline' : 'asking';
  return { answer: asks ? asked : 'unknown', again: () => setAttempt(attempt + 1) };
}
