/**
 * Returns the milliseconds since the page was opened, for measuring durations. The wall clock is
 * unsuitable, because a visitor's clock may be a day off and may be corrected at any time. This one
 * may stop while a laptop sleeps. The page may then assume that more time is left than there is, so
 * the server must decide.
 */
export function steadyMs(): number {
  return performance.now();
}
