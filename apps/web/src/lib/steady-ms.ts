/**
 * Milliseconds since the page was opened, for durations. The time of day is not for them: a visitor's
 * clock may be a day wrong, and is set right in the middle. This one may stand still while a laptop
 * sleeps; what is counted with it then lasts too long, so that the server has the last word.
 */
export function steadyMs(): number {
  return performance.now();
}
