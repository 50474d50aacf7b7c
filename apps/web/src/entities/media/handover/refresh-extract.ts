import { forgetSession, readSession, writeSession } from '../../../lib/browser/session-store.js';

const KEY = 'refresh-extract-url';

/** Leaves a source link for the form of the home page (specification §4, "Retry"). */
export function keepRefreshUrl(url: string): void {
  writeSession(KEY, url);
}

/** Whether a link was left; its previous formats are then outdated. */
export function refreshUrlWaits(): boolean {
  return readSession(KEY) !== null;
}

/** Takes the link left for the home page. */
export function takeRefreshUrl(): string | null {
  const url = readSession(KEY);
  forgetSession(KEY);
  return url;
}
