import type { SiteEvent } from './site-events.js';

const MAX_NOTED = 40;

const noted: SiteEvent[] = [];
let hear: ((event: SiteEvent) => void) | null = null;

/** Keeps an event for the overlay of debug mode, which comes later than the first of them. */
export function noteEvent(event: SiteEvent): void {
  noted.push(event);
  noted.splice(0, noted.length - MAX_NOTED);
  hear?.(event);
}

/** Hands every noted event to a listener, those before it included. @returns ends it */
export function listenToNoted(listener: (event: SiteEvent) => void): () => void {
  hear = listener;
  noted.forEach(listener);
  return () => {
    hear = null;
  };
}
