/** After this many failures in a row, a proxy or cookie file is suspended. */
export const FAILURES = 3;
/** How long a suspension lasts, in milliseconds. */
export const REST_MS = 600_000;

/**
 * The health of several interchangeable resources, such as the proxies of a site. Each process
 * keeps a separate record, which a restart clears.
 */
export class PoolHealth {
  private readonly failures = new Map<string, number>();
  private readonly restsUntilMs = new Map<string, number>();

  /**
   * Records how a use ended.
   * @param key the resource that was used
   * @returns true if it is suspended from now on
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

  /**
   * How long a resource remains suspended, under any of its keys, in milliseconds; 0 if it is not.
   */
  restMs(keys: readonly string[], nowMs: number): number {
    return Math.max(0, ...keys.map((key) => (this.restsUntilMs.get(key) ?? nowMs) - nowMs));
  }

  /**
   * Returns the first member that is not suspended. The order never changes, because media URLs
   * often work only from the address that read their page.
   * @param keysOf the keys under which a member's failures are recorded
   * @returns the member whose suspension ends first if all are suspended; null if there are none
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
