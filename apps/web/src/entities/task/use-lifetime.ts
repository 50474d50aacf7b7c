import { useState } from 'react';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { useRefresh } from './use-refresh.js';

/**
 * Counts a file's lifetime down from the seconds that the server had sent when the component mounted.
 * @returns the seconds left; 0 once the file has expired
 */
export function useLifetime(seconds: number): number {
  const [fromMs] = useState(steadyMs);
  const [nowMs, setNowMs] = useState(fromMs);
  const left = Math.max(0, Math.ceil(seconds - (nowMs - fromMs) / 1000));
  useRefresh(left > 0 ? [left] : [], nowMs, () => setNowMs(steadyMs()));
  return left;
}
