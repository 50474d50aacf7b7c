import { openApi } from '../../../lib/api/api-client.js';
import { useLoaded } from '../../../lib/react/use-loaded.js';

async function sizeOf(path: string, signal: AbortSignal): Promise<number | null> {
  const { headers } = await openApi(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/**
 * The size in bytes of what one of our paths serves; null while it is unknown or if `path` is null.
 */
export function useRelaySize(path: string | null): number | null {
  return useLoaded(path, sizeOf);
}
