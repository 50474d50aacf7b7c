import type { SiteEvent } from './site-events.js';

const MAX_NOTED = 40;

const noted: SiteEvent[] = [];
let hear: ((event: SiteEvent) => void) | null = null;

/** Buffers an event for the debug overlay, which loads after the first events. */
export function noteEvent(event: SiteEvent): void {
  noted.push(event);
  noted.splice(0, noted.length - MAX_NOTED);
  hear?.(event);
}

/** Passes every event to a listener, including earlier events. @returns a cleanup function */
export function listenToNoted(listener: (event: SiteEvent) => void): () => void {
  hear = listener;
  noted.forEach(listener);
  return () => {
    hear = null;
  };
}
