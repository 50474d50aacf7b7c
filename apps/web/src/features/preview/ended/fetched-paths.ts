import { LatestMap } from '../../../lib/state/latest-map.js';

/** How often the visitor has renewed each path since this page was loaded. */
const fetched = new LatestMap<string, number>(50);

/** Normalizes the encoding, which differs between browsers. */
function spelled(path: string): string {
  return new URLSearchParams(path.replace(/^[^?]*\?/, '')).toString();
}

/** Records the path that a renewal led to, which may be the same path. */
export function noteFetched(path: string): void {
  fetched.set(spelled(path), timesFetched(path) + 1);
}

/** Returns how often a renewal has led to this path. */
export function timesFetched(path: string): number {
  return fetched.get(spelled(path)) ?? 0;
}
