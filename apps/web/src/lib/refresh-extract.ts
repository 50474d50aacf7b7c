const KEY = 'refresh-extract-url';

/** Storage that a browser may refuse (private windows, blocked cookies): then nothing is kept. */
function session(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Leaves a source link for the form of the home page (specification §4, "Retry"). */
export function keepRefreshUrl(url: string): void {
  session()?.setItem(KEY, url);
}

/** The link left for the home page, once. */
export function takeRefreshUrl(): string | null {
  const storage = session();
  const url = storage?.getItem(KEY) ?? null;
  storage?.removeItem(KEY);
  return url;
}
