import { useEffect, useRef, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { type Announced, QUIET_MS, shouldAnnounce } from './should-announce.js';

/**
 * Returns the text for a polite live region: the value that `text` had when an announcement was
 * last due.
 * @param place position in line; a new position is announced after the minimum pause
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
      // The position may stay the same for a long time, so no later change would announce it.
      const timer = setTimeout(say, before.atMs + QUIET_MS - steadyMs());
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [progress, text, place]);

  return announced;
}
