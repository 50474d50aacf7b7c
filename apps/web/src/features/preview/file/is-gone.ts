import { headStatus } from '../../../lib/api/api-client.js';

/** Statuses of an expired media URL: 403 (the grant has ended), 404 (not found), 410 (gone). */
const GONE = [403, 404, 410];

/** True for a status that a retry cannot change. Only reading the source page again helps. */
export function isGone(status: number): boolean {
  return GONE.includes(status);
}

/**
 * Checks whether a media URL has expired, and calls `onGone` if so.
 * @returns the HTTP status; 0 if there is no reply
 */
export async function checkGone(path: string, onGone: () => void): Promise<number> {
  const status = await headStatus(path);
  if (isGone(status)) {
    onGone();
  }
  return status;
}
