import { headStatus } from '../../../lib/api/api-client.js';

/** Statuses of an expired media URL: grant ended, not found, expired. */
const GONE = [403, 404, 410];

/** True for a status that no retry can change: only the source page can help. */
export function isGone(status: number): boolean {
  return GONE.includes(status);
}

/** Checks whether a media URL has expired, and calls back if so. */
export async function checkGone(path: string, onGone: () => void): Promise<void> {
  if (isGone(await headStatus(path))) {
    onGone();
  }
}
