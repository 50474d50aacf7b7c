import { countdownRefreshMs } from '@dipper/media';
import { useEffect, useState } from 'react';
import { steadyMs } from '../../../lib/steady-ms.js';

function secondsUntil(expiresAtMs: number): number {
  return Math.max(0, Math.ceil((expiresAtMs - steadyMs()) / 1000));
}

/** Seconds until a moment of `steadyMs`, refreshed as specification §4 says; null while the moment is unknown. */
export function useSecondsLeft(expiresAtMs: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    if (expiresAtMs === null) {
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const seconds = secondsUntil(expiresAtMs);
      setLeft(seconds);
      if (seconds > 0) {
        // Never later than the end itself.
        timer = setTimeout(tick, Math.min(countdownRefreshMs(seconds), seconds * 1000));
      }
    };
    timer = setTimeout(tick, 0);
    return () => clearTimeout(timer);
  }, [expiresAtMs]);

  return expiresAtMs === null ? null : left;
}
