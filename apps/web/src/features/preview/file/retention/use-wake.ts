import { useEffect } from 'react';
import { steadyMs } from '../../../../lib/time/steady-ms.js';

/** How often the wall clock and `steadyMs` are compared, in milliseconds. */
const LOOK_MS = 5000;
/** A larger drift means that the machine has slept or its clock was set, in milliseconds. */
const DRIFT_MS = 2000;

/**
 * Calls `onWake` when time may have passed unnoticed: when the tab becomes visible or returns from
 * the back/forward cache, or when the machine has slept, which `steadyMs` does not count. The wall
 * clock is only compared, never used for counting. @param onWake must be stable across renders
 */
export function useWake(onWake: () => void): void {
  useEffect(() => {
    let behind = Date.now() - steadyMs();
    const wake = () => {
      behind = Date.now() - steadyMs();
      onWake();
    };
    const watched = new AbortController();
    const { signal } = watched;
    const onReturn = () => document.visibilityState === 'visible' && wake();
    const timer = setInterval(() => {
      if (Math.abs(Date.now() - steadyMs() - behind) > DRIFT_MS) {
        wake();
      }
    }, LOOK_MS);
    document.addEventListener('visibilitychange', onReturn, { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, [onWake]);
}
