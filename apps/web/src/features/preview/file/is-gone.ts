import { headStatus } from '../../../lib/api/api-client.js';

/**
 * The statuses of an expired media URL: the grant has ended, the media was not found, or it has
 * expired.
 */
const GONE = [403, 404, 410];

/** True for a status that no retry can change. Only the source page can help then. */
export function isGone(status: number): boolean {
  return GONE.includes(status);
}

/** Checks whether a media URL has expired, and calls `onGone` if so. */
export async function checkGone(path: string, onGone: () => void): Promise<void> {
  if (isGone(await headStatus(path))) {
    onGone();
  }
}
