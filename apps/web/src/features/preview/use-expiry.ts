import { API, LIMITS, serverConfigSchema } from '@dipper/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api-client.js';

async function retentionSeconds(signal: AbortSignal): Promise<number> {
  try {
    const config = await callApi(API.config, serverConfigSchema, { signal });
    return config.file_retention_seconds;
  } catch {
    return LIMITS.retentionSeconds;
  }
}

/**
 * When a finished file goes, milliseconds since the epoch; null while unknown. The server's own
 * date counts; without one it is the retention from now on, or an hour (specification §4).
 */
export function useExpiry(expiresAt: string | null): number | null {
  const said = expiresAt === null ? Number.NaN : Date.parse(expiresAt);
  const unknown = Number.isNaN(said);
  const [reckoned, setReckoned] = useState<number | null>(null);

  useEffect(() => {
    if (!unknown) {
      return;
    }
    const controller = new AbortController();
    const foundAtMs = Date.now();
    void retentionSeconds(controller.signal).then((seconds) => {
      if (!controller.signal.aborted) {
        setReckoned(foundAtMs + seconds * 1000);
      }
    });
    return () => controller.abort();
  }, [unknown]);

  return unknown ? reckoned : said;
}
