import { useEffect, useRef, useState } from 'react';
import { type Announced, shouldAnnounce } from './should-announce.js';

/** The text for a polite live region: `text` as it was when there was something new to say. */
export function useAnnouncement(progress: number, text: string): string {
  const last = useRef<Announced | null>(null);
  const [said, setSaid] = useState('');

  useEffect(() => {
    const nowMs = Date.now();
    if (shouldAnnounce(last.current, progress, nowMs)) {
      last.current = { progress, atMs: nowMs };
      setSaid(text);
    }
  }, [progress, text]);

  return said;
}
