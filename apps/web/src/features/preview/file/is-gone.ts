import { headStatus } from '../../../lib/api/api-client.js';

/**
 * The statuses of an expired media URL: 403 if its grant has ended, 404 if it was not found, 410 if
 * it has expired.
 */
const GONE = [403, 404, 410];

/**
 * True for a status that retrying cannot change, so that only reading the source page again helps.
 */
export function isGone(status: number): boolean {
  return GONE.includes(status);
}

/** Checks whether a media URL has expired, and calls `onGone` if so. */
export async function checkGone(path: string, onGone: () => void): Promise<void> {
  if (isGone(await headStatus(path))) {
    onGone();
  }
}
