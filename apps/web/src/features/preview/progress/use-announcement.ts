import { useEffect, useRef, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { type Announced, QUIET_MS, shouldAnnounce } from './should-announce.js';

/**
 * The text for a polite live region: `text` at the last announcement that was due.
 * @param place in line; a new one is announced after the minimum pause
 */
export function useAnnouncement(
  progress: number,
  text: string,
  place: number | null = null,
): string {
  const last = useRef<(Announced & { readonly place: number | null }) | null>(null);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const say = () => {
      last.current = { progress, atMs: steadyMs(), place };
      setAnnounced(text);
    };
    const before = last.current;
    if (before === null || shouldAnnounce(before, progress, steadyMs())) {
      say();
    } else if (before.place !== place) {
      // The place may stay for long, so no later change would announce it.
      const timer = setTimeout(say, before.atMs + QUIET_MS - steadyMs());
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [progress, text, place]);

  return announced;
}
