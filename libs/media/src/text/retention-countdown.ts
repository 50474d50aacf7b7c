const HOUR = 3600;
const MINUTE = 60;

/** The countdown of a finished file. Each language formats it in its own way. */
export type Countdown =
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'expired' };

/**
 * The parts of the countdown: hours and minutes from one hour up, then minutes, then seconds, then
 * expired.
 */
export const countdown = (secondsLeft: number): Countdown => {
  const left = Math.ceil(secondsLeft);
  if (!(left > 0)) {
    return { unit: 'expired' };
  }
  if (left >= HOUR) {
    return {
      unit: 'hours',
      hours: Math.floor(left / HOUR),
      minutes: Math.floor((left % HOUR) / MINUTE),
    };
  }
  return left >= MINUTE
    ? { unit: 'minutes', minutes: Math.floor(left / MINUTE) }
    : { unit: 'seconds', seconds: left };
};

/**
 * How often to refresh the countdown: every 60 s, every 30 s once 900 s are left, and every second
 * once 300 s are left (§4, §9).
 * @returns milliseconds
 */
export const countdownRefreshMs = (secondsLeft: number): number => {
  if (secondsLeft > 900) {
    return 60_000;
  }
  return secondsLeft > 300 ? 30_000 : 1_000;
};
