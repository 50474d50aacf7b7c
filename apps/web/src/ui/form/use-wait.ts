import { useEffect, useEffectEvent, useState } from 'react';
import { steadyMs } from '../../lib/time/steady-ms.js';

const TICK_MS = 250;

/**
 * Counts seconds down to 0; by a clock, as timers are delayed in background tabs.
 * @param onEnd called when a wait ends by itself, not when it is stopped
 */
export function useWait(onEnd: () => void) {
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  const ended = useEffectEvent(onEnd);

  const stop = () => {
    setEndsAtMs(null);
    setSeconds(0);
  };
  useEffect(() => {
    if (endsAtMs === null) {
      return;
    }
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAtMs - steadyMs()) / 1000));
      setSeconds(left);
      if (left === 0) {
        setEndsAtMs(null);
        ended();
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  const start = (forSeconds: number) => {
    if (forSeconds > 0) {
      setEndsAtMs(steadyMs() + forSeconds * 1000);
      setSeconds(forSeconds);
    }
  };
  return { seconds, start, stop };
}
