import { countdownRefreshMs } from '@dipper/media';

/**
 * Returns the time in milliseconds until one of these countdowns needs an update or ends; Infinity
 * if there are none.
 * @param left seconds left for each countdown
 */
export function refreshInMs(left: readonly number[]): number {
  return Math.min(...left.map((seconds) => Math.min(countdownRefreshMs(seconds), seconds * 1000)));
}
