/**
 * Returns the milliseconds since the page was opened, for measuring durations. The wall clock is
 * unsuitable: a visitor's may be a day off and be corrected at any time. This clock may stop while
 * a laptop sleeps, so the page may show too much remaining time. Only the server decides what has
 * expired.
 */
export function steadyMs(): number {
  return performance.now();
}
