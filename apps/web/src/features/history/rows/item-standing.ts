import type { HistoryItem } from '@dipper/contract';

/** An item's current state, which decides its actions. */
export type ItemStanding =
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'failed' }
  /** `secondsLeft` is null if the server doesn't state it. */
  | { readonly kind: 'kept'; readonly href: string; readonly secondsLeft: number | null }
  /** The download was completed, but the server has no file for it, or no longer has one. */
  | { readonly kind: 'gone' };

/** True for an API path of this deployment. The URLs of our files are always of this kind. */
function isOwnPath(path: string): boolean {
  return /^\/api\/(?![/\\])/.test(path);
}

/**
 * Derives an item's current state.
 * @param sinceMs milliseconds since the server's reply on a monotonic clock, because the visitor's
 * wall clock may be hours off
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

/** Returns the seconds left for each file whose lifetime is known. */
export function countdownsOf(standings: readonly ItemStanding[]): readonly number[] {
  return standings.flatMap((one) => (one.kind === 'kept' ? (one.secondsLeft ?? []) : []));
}
