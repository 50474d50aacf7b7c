import { useEffect, useState } from 'react';
import { steadyMs } from '../time/steady-ms.js';

const TICK_MS = 250;

/**
 * Counts whole seconds down to 0, measured by a clock, because timers are delayed in background
 * tabs. Restarts when `wait` is a different object.
 */
export function useCountdown(wait: { readonly seconds: number }): number {
  const [left, setLeft] = useState(wait.seconds);
  const [started, setStarted] = useState(wait);
  if (started !== wait) {
    setStarted(wait);
    setLeft(wait.seconds);
  }
  useEffect(() => {
    if (wait.seconds === 0) {
      return;
    }
    const endsAtMs = steadyMs() + wait.seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAtMs - steadyMs()) / 1000));
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [wait]);
  return left;
}
