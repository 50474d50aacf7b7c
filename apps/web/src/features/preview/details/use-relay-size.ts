import { useEffect, useState } from 'react';
import { openApi } from '../../../lib/api/api-client.js';

async function sizeOf(path: string, signal: AbortSignal): Promise<number | null> {
  const { headers } = await openApi(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/**
 * The size in bytes of what one of our paths serves; null while it is unknown or if `path` is null.
 */
export function useRelaySize(path: string | null): number | null {
  const [known, setKnown] = useState<{ path: string; bytes: number | null } | null>(null);
  useEffect(() => {
    if (path === null) {
      return;
    }
    const controller = new AbortController();
    sizeOf(path, controller.signal).then(
      (bytes) => setKnown({ path, bytes }),
      // The page works without the size.
      () => undefined,
    );
    return () => controller.abort();
  }, [path]);
  return known !== null && known.path === path ? known.bytes : null;
}
