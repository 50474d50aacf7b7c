import { LIMITS, type ListInfo, type VideoInfo } from '@dipper/contract';

/** A result as it is kept in the browser: what it was, not its addresses. */
export interface KeptResult {
  readonly title: string;
  readonly uploader: string | null;
  readonly platform: string;
  readonly link: string;
  /** When it was found, milliseconds since 1970. */
  readonly at: number;
}

const KEY = 'last-results';
const MAX_KEPT = 5;
/** As long as their files are kept at most; the next result that is kept removes what is older. */
const KEPT_MS = LIMITS.retentionSeconds * 1000;

function isKeptResult(value: unknown): value is KeptResult {
  const { title, uploader, platform, link, at } = Object(value) as Record<string, unknown>;
  const texts = [title, platform, link, uploader ?? ''];
  return texts.every((text) => typeof text === 'string') && typeof at === 'number';
}

/** The last results of this browser, newest first; [] where it keeps nothing. */
export function keptResults(now = Date.now()): readonly KeptResult[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return (Array.isArray(value) ? value : [])
      .filter(isKeptResult)
      .filter(({ at }) => Math.abs(now - at) < KEPT_MS)
      .slice(0, MAX_KEPT);
  } catch {
    return [];
  }
}

/** Keeps a result in front of those before it; links that were pasted together have no page to go to. */
export function noteResult(found: VideoInfo | ListInfo, now = Date.now()): void {
  const { title, uploader, platform, webpage_url: link } = found;
  if (link === null) {
    return;
  }
  const others = keptResults(now).filter((kept) => kept.link !== link);
  const kept = [{ title, uploader, platform, link, at: now }, ...others].slice(0, MAX_KEPT);
  try {
    window.localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Refused or full: the offline page then lists nothing.
  }
}

/** Forgets them all. */
export function forgetResults(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Then nothing was kept.
  }
}
