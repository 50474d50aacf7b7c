import { API } from '@dipper/contract';
import { waitUntil } from './wait-until.js';

/** What a server reports that is ready. One that stores files in S3 also reports `storage`. */
export const READY = {
  server: 'ok',
  database: 'ok',
  queue: 'ok',
  disk: 'ok',
  programs: 'ok',
} as const;

/**
 * Waits until a server reports these states. Asking once is not enough: on a busy machine, a check
 * may take longer than the second after which it counts as failed.
 * @returns the HTTP status of that report
 */
export function untilReports(
  server: { readonly url: string },
  states: Readonly<Record<string, 'ok' | 'failing'>>,
): Promise<number> {
  return waitUntil(
    async () => {
      const response = await fetch(server.url + API.ready);
      const reported = (await response.json()) as Record<string, unknown>;
      const isSo = Object.entries(states).every(([name, state]) => reported[name] === state);
      return isSo && response.status;
    },
    `a report of ${JSON.stringify(states)}`,
  );
}
