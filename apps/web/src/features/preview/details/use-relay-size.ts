import { openApi } from '../../../lib/api/api-client.js';
import { useLoaded } from '../../../lib/react/use-loaded.js';

async function sizeOf(path: string, signal: AbortSignal): Promise<number | null> {
  const { headers } = await openApi(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/**
 * Returns the size in bytes of the file at one of our paths; null while it is unknown or without a
 * path.
 */
export function useRelaySize(path: string | null): number | null {
  return useLoaded(path, sizeOf);
}
