import { forgetSession, readSession, writeSession } from '../session-store.js';

const KEY = 'refresh-extract-url';

/** Leaves a source link for the form of the home page (specification §4, "Retry"). */
export function keepRefreshUrl(url: string): void {
  writeSession(KEY, url);
}

/** Whether a link was left: then the formats that were shown for it are no longer good. */
export function refreshUrlWaits(): boolean {
  return readSession(KEY) !== null;
}

/** The link left for the home page, once. */
export function takeRefreshUrl(): string | null {
  const url = readSession(KEY);
  forgetSession(KEY);
  return url;
}
