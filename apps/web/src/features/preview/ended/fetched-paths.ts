/** How often the visitor had each of these addresses fetched again, since the page was loaded. */
const fetched = new Map<string, number>();

/** Spelled as one, however a browser has encoded them. */
function spelled(path: string): string {
  return new URLSearchParams(path.replace(/^[^?]*\?/, '')).toString();
}

/** Notes the new address of something that was fetched again: it may be the one it had. */
export function noteFetched(path: string): void {
  fetched.set(spelled(path), timesFetched(path) + 1);
}

/** How often fetching again has led to this address. */
export function timesFetched(path: string): number {
  return fetched.get(spelled(path)) ?? 0;
}
