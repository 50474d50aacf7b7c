import { LatestMap } from '../../../lib/state/latest-map.js';

/** How often each path has been renewed since the page was loaded. */
const fetched = new LatestMap<string, number>(50);

/** Normalizes the URL encoding, which differs between browsers. */
function spelled(path: string): string {
  return new URLSearchParams(path.replace(/^[^?]*\?/, '')).toString();
}

/** Records that a renewal led to this path, possibly the one it started from. */
export function noteFetched(path: string): void {
  fetched.set(spelled(path), timesFetched(path) + 1);
}

/** Returns how often a renewal has led to this path. */
export function timesFetched(path: string): number {
  return fetched.get(spelled(path)) ?? 0;
}
