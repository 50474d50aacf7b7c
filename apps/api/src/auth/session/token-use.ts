/** Covers two tabs refreshing at once, and a lost reply that the browser requests again. */
const LEEWAY_MS = 10_000;

/** The known facts about a presented refresh token. */
export interface TokenUse {
  /** Time since its first use; null when unused. */
  readonly sinceUseMs: number | null;
  /**
   * A token issued after that use has been used itself, so the holder already had this token's
   * replacement.
   */
  readonly isFollowed: boolean;
}

/**
 * Whether a refresh token may be exchanged. A reused one may have been stolen (RFC 9700 §4.14.2).
 * @param use null when the session no longer remembers the token
 */
export function isAcceptableUse(use: TokenUse | null): boolean {
  if (use === null) {
    return false;
  }
  const { sinceUseMs, isFollowed } = use;
  return sinceUseMs === null || (sinceUseMs <= LEEWAY_MS && !isFollowed);
}
