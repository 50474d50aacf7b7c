const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Formats a duration in seconds as h:mm:ss, or as m:ss below an hour; '' if it is unknown or
 * negative.
 */
export const displayDuration = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (!Number.isFinite(whole) || whole < 0) {
    return '';
  }
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};
