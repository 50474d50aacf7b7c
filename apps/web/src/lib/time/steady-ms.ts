/**
 * Milliseconds since the page was opened, for durations. The wall clock is unsuitable: a visitor's
 * may be a day off and may be corrected at any time. This one may stop while a laptop sleeps, so
 * durations may come out too long and the server must decide.
 */
export function steadyMs(): number {
  return performance.now();
}
