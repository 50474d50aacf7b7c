const HOUR = 3600;
const MINUTE = 60;

/** A finished file's countdown, to be formatted by language. */
export type Countdown =
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'expired' };

/** The countdown's parts: hours and minutes from one hour on, then minutes, then seconds, then expired. */
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
 * Refresh interval of the countdown, milliseconds: 60 s; 30 s at 900 s or less; 1 s at 300 s or
 * less (§4, §9).
 */
export const countdownRefreshMs = (secondsLeft: number): number => {
  if (secondsLeft > 900) {
    return 60_000;
  }
  return secondsLeft > 300 ? 30_000 : 1_000;
};
