import { countdownRefreshMs } from '@dipper/media';
import { useEffect, useEffectEvent } from 'react';

/**
 * Returns the time in milliseconds until one of these countdowns needs an update or ends; Infinity
 * if there are none.
 * @param left the seconds left for each countdown
 */
export function refreshInMs(left: readonly number[]): number {
  return Math.min(...left.map((seconds) => Math.min(countdownRefreshMs(seconds), seconds * 1000)));
}

/**
 * Calls `refresh` when one of these countdowns needs an update or ends.
 * @param left the seconds left at `nowMs` for each countdown
 * @param nowMs the time of the last update (`steadyMs`)
 */
export function useRefresh(left: readonly number[], nowMs: number, refresh: () => void): void {
  const delayMs = refreshInMs(left);
  const onRefresh = useEffectEvent(refresh);
  useEffect(() => {
    if (Number.isFinite(delayMs)) {
      const timer = setTimeout(() => onRefresh(), delayMs);
      return () => clearTimeout(timer);
    }
  }, [delayMs, nowMs]);
}
