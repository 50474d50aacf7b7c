import { LatestMap } from '../../../lib/state/latest-map.js';

/** How often the visitor has renewed each path since the page was loaded. */
const fetched = new LatestMap<string, number>(50);

/** Normalizes the encoding, which differs between browsers. */
function spelled(path: string): string {
  return new URLSearchParams(path.replace(/^[^?]*\?/, '')).toString();
}

/** Notes the path that a renewal led to, which may be unchanged. */
export function noteFetched(path: string): void {
  fetched.set(spelled(path), timesFetched(path) + 1);
}

/** How often a renewal has led to this path. */
export function timesFetched(path: string): number {
  return fetched.get(spelled(path)) ?? 0;
}
