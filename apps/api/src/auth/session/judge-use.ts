/** Two tabs refresh at once, or a reply is lost and the browser asks again. */
const LEEWAY_MS = 10_000;

/** What is known of a refresh token that is shown. */
export interface TokenUse {
  /** Since it was used first; null where it has not been. */
  readonly sinceUseMs: number | null;
  /** A token that was issued after that has been used itself: its holder has what replaced this one. */
  readonly isFollowed: boolean;
}

/**
 * Whether a refresh token is good for another one. A used one that comes back may have been stolen
 * (RFC 9700 §4.14.2).
 * @param use null where the session has forgotten that token
 */
export function isGoodUse(use: TokenUse | null): boolean {
  if (use === null) {
    return false;
  }
  const { sinceUseMs, isFollowed } = use;
  return sinceUseMs === null || (sinceUseMs <= LEEWAY_MS && !isFollowed);
}
