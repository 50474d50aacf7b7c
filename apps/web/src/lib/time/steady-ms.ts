/**
 * Returns the milliseconds since the page was opened, for measuring durations. The wall clock is
 * unsuitable, because a visitor's clock may be a day off and may be corrected at any time. The
 * clock used here may stop while a laptop sleeps. The page may then show too much remaining time,
 * so only the server decides what has expired.
 */
export function steadyMs(): number {
  return performance.now();
}
