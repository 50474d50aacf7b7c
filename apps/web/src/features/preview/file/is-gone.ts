import { headStatus } from '../../../lib/api/api-client.js';

/** What a media address answers when its time is over: not granted any more, not there, expired. */
const GONE = [403, 404, 410];

/** True for a status after which asking again brings nothing: only the source page can help. */
export function isGone(status: number): boolean {
  return GONE.includes(status);
}

/** Asks a media address whether its time is over, and calls back when it is. */
export async function checkGone(path: string, onGone: () => void): Promise<void> {
  if (isGone(await headStatus(path))) {
    onGone();
  }
}
