/** After this many failures in a row, a proxy or a cookie file rests. */
export const FAILURES = 3;
/** How long it rests, milliseconds. */
export const REST_MS = 600_000;

/**
 * The health of several interchangeable things, such as the proxies of a site. Known to one process
 * only: each finds out for itself, and after a restart everything is tried again.
 */
export class PoolHealth {
  private readonly failures = new Map<string, number>();
  private readonly restsUntilMs = new Map<string, number>();

  /**
   * Notes how a use has ended.
   * @param key the thing that was used
   * @returns true if the thing begins to rest now
   */
  note(key: string, worked: boolean, nowMs: number): boolean {
    if (worked) {
      this.failures.delete(key);
      this.restsUntilMs.delete(key);
      return false;
    }
    const count = (this.failures.get(key) ?? 0) + 1;
    this.failures.set(key, count);
    if (count < FAILURES || this.restMs([key], nowMs) > 0) {
      return false;
    }
    this.restsUntilMs.set(key, nowMs + REST_MS);
    return true;
  }

  /** How long a thing still rests, under any of its keys, milliseconds; 0 if it does not. */
  restMs(keys: readonly string[], nowMs: number): number {
    return Math.max(0, ...keys.map((key) => (this.restsUntilMs.get(key) ?? nowMs) - nowMs));
  }

  /**
   * The first that does not rest. Always in the same order, because media URLs often work only from
   * the address that read their page.
   * @param keysOf the keys under which failures of a member are noted
   * @returns if all rest, the one that rests for the shortest time; null if there are none
   */
  choose<T>(
    members: readonly T[],
    keysOf: (member: T) => readonly string[],
    nowMs: number,
  ): { readonly member: T; readonly isResting: boolean } | null {
    let best: { member: T; restMs: number } | null = null;
    for (const member of members) {
      const restMs = this.restMs(keysOf(member), nowMs);
      if (best === null || restMs < best.restMs) {
        best = { member, restMs };
      }
    }
    return best === null ? null : { member: best.member, isResting: best.restMs > 0 };
  }
}
