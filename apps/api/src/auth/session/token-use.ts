/**
 * Allows for two tabs that refresh at the same time, and for a lost reply that the browser requests
 * again. In milliseconds.
 */
const LEEWAY_MS = 10_000;

export interface TokenUse {
  /** The time since its first use, in milliseconds; null if it is unused. */
  readonly sinceUseMs: number | null;
  /**
   * True if a token that was issued after that use has been used itself. The client then already
   * had this token's replacement.
   */
  readonly isFollowed: boolean;
}

/**
 * Decides whether a refresh token may be exchanged. A reused one may have been stolen (RFC 9700
 * §4.14.2).
 * @param use null if the session no longer has a record of the token
 */
export function isAcceptableUse(use: TokenUse | null): boolean {
  if (use === null) {
    return false;
  }
  const { sinceUseMs, isFollowed } = use;
  return sinceUseMs === null || (sinceUseMs <= LEEWAY_MS && !isFollowed);
}
