import type { HistoryItem } from '@dipper/contract';
import { countdownRefreshMs } from '@dipper/media';

/** How an item stands now: what can be done with it. */
export type ItemStanding =
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'failed' }
  /** `secondsLeft` null: the server does not say for how long. */
  | { readonly kind: 'kept'; readonly href: string; readonly secondsLeft: number | null }
  /** Completed, but there is no file to be had here (any more). */
  | { readonly kind: 'gone' };

/** A path of this deployment: whatever else stands there is no file of ours. */
function isOwnPath(path: string): boolean {
  return /^\/api\/(?![/\\])/.test(path);
}

/**
 * @param sinceMs milliseconds since the server said so, by a steady clock: a visitor's time of day may
 *   be hours wrong
 */
export function itemStanding(item: HistoryItem, sinceMs: number): ItemStanding {
  const { status, file_url: href, expires_in_seconds: seconds } = item;
  if (status !== 'completed') {
    return { kind: status };
  }
  if (href === null || !isOwnPath(href)) {
    return { kind: 'gone' };
  }
  const secondsLeft = seconds === null ? null : Math.ceil(seconds - sinceMs / 1000);
  return secondsLeft !== null && secondsLeft <= 0
    ? { kind: 'gone' }
    : { kind: 'kept', href, secondsLeft };
}

/** How long what is shown stays right, milliseconds; Infinity where no time is counted. */
export function staysMs(standings: readonly ItemStanding[]): number {
  const left = standings.flatMap((one) => (one.kind === 'kept' ? (one.secondsLeft ?? []) : []));
  return Math.min(...left.map((seconds) => Math.min(countdownRefreshMs(seconds), seconds * 1000)));
}
