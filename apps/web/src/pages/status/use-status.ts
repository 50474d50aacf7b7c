import { repeat } from '@dipper/client';
import type { ServiceStatus } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { fetchStatus } from '../../entities/status/fetch-status.js';
import { useSeen } from '../../lib/react/use-seen.js';
import { useSite } from '../../site/site.js';

const AGAIN_MS = 60_000;

/**
 * Returns the status: the one in the document, then a new one every minute while the page is
 * visible. Undefined while the first is being fetched, null if that failed.
 */
export function useStatus(): ServiceStatus | null | undefined {
  const written = useSite().status;
  const [status, setStatus] = useState<ServiceStatus | null | undefined>(written);
  const isSeen = useSeen();
  useEffect(() => {
    if (!isSeen) {
      return;
    }
    const left = new AbortController();
    const ask = async () => {
      try {
        setStatus(await fetchStatus(left.signal));
      } catch {
        // An outdated status is better than none.
        setStatus((last) => (left.signal.aborted ? last : (last ?? null)));
      }
      return AGAIN_MS;
    };
    void repeat(0, ask, left.signal);
    return () => left.abort();
  }, [isSeen]);
  return status;
}
