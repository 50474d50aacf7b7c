import { useEffect } from 'react';
import { steadyMs } from '../../../lib/steady-ms.js';

/** How often the two clocks are compared, milliseconds. */
const LOOK_MS = 5000;
/** They drift apart by less than this unless the machine slept or its clock was set. */
const DRIFT_MS = 2000;

/**
 * Calls back when time may have passed unseen: the tab is looked at again, comes back out of the
 * browser's memory, or the machine slept with the tab open, which `steadyMs` does not count. The time
 * of day is only compared, never counted with. @param onWake stays the same between renders.
 */
export function useWake(onWake: () => void): void {
  useEffect(() => {
    let behind = Date.now() - steadyMs();
    const wake = () => {
      behind = Date.now() - steadyMs();
      onWake();
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') {
        wake();
      }
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) {
        wake();
      }
    };
    const timer = setInterval(() => {
      if (Math.abs(Date.now() - steadyMs() - behind) > DRIFT_MS) {
        wake();
      }
    }, LOOK_MS);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('pageshow', onShow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('pageshow', onShow);
    };
  }, [onWake]);
}
