import { countdownRefreshMs } from '@dipper/media';
import { useEffect, useState } from 'react';
import { steadyMs } from '../../../../lib/time/steady-ms.js';

function secondsUntil(expiresAtMs: number): number {
  return Math.max(0, Math.ceil((expiresAtMs - steadyMs()) / 1000));
}

/** Seconds left at which the update interval changes. An update always falls exactly on them. */
const RHYTHMS = [900, 300];

/**
 * Returns the milliseconds until the next update: one interval, but never past a threshold or the
 * end.
 */
function nextStepMs(secondsLeft: number): number {
  const next = RHYTHMS.find((seconds) => seconds < secondsLeft) ?? 0;
  return Math.min(countdownRefreshMs(secondsLeft), (secondsLeft - next) * 1000);
}

/**
 * Returns the seconds until a moment in `steadyMs`, updated at the intervals of specification §4;
 * null while the moment is unknown.
 */
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
        timer = setTimeout(tick, nextStepMs(seconds));
      }
    };
    timer = setTimeout(tick, 0);
    return () => clearTimeout(timer);
  }, [expiresAtMs]);

  return expiresAtMs === null ? null : left;
}
