import { shortLinkPath } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { useSite } from '../../lib/site.js';
import { useMounted } from '../../lib/use-mounted.js';

/** What is known of a short link: only the server knows the links, and redirects those there are. */
export type ServerAnswer = 'asking' | 'offline' | 'unknown';

/**
 * False where the document was loaded from this path, whatever the router has done since, and where
 * the browser does not tell: a page that loads itself again would do so without an end.
 */
function cameFromElsewhere(path: string): boolean {
  if (!('getEntriesByType' in performance)) {
    return false;
  }
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, window.location.href).pathname !== path;
}

/** @returns false without a connection */
async function isReached(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(path, { method: 'HEAD', redirect: 'manual', signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * What the server says of a short link. It has said it already where the document itself was loaded
 * from the link: that it is here then means that the link is not known. Where the router has led here,
 * the document is loaded, once: after that it is one that was loaded from the link.
 * @param id '' of what cannot be a short link
 */
export function useServerAnswer(
  id: string,
  load = (path: string) => window.location.replace(path),
): { readonly answer: ServerAnswer; readonly again: () => void } {
  // In its language, which the server keeps.
  const path = useSite().prefix + shortLinkPath(id);
  // On the server and in the first render after it, it has been asked.
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
    // oxlint-disable-next-line react/exhaustive-deps -- another function asks nothing else
  }, [asks, path, attempt]);

  const asked = offline ? 'offline' : 'asking';
  return { answer: asks ? asked : 'unknown', again: () => setAttempt(attempt + 1) };
}
