import { LIMITS, type ListInfo, type VideoInfo } from '@dipper/contract';
import { deviceStore } from '../../../lib/browser/browser-store.js';

/** A result stored in the browser, without the URLs of its files. */
interface RecentResult {
  readonly title: string;
  readonly uploader: string | null;
  readonly platform: string;
  readonly link: string;
  /** When the result was found, in milliseconds since 1970. */
  readonly at: number;
}

const KEY = 'last-results';
const MAX_KEPT = 5;
/** The lifetime of the files. Older results are dropped when the next one is stored. */
const KEPT_MS = LIMITS.retentionSeconds * 1000;

function isKeptResult(value: unknown): value is RecentResult {
  const { title, uploader, platform, link, at } = Object(value) as Record<string, unknown>;
  const texts = [title, platform, link, uploader ?? ''];
  return texts.every((text) => typeof text === 'string') && typeof at === 'number';
}

/** Returns this browser's last results, newest first. */
export function recentResults(now = Date.now()): readonly RecentResult[] {
  const value = deviceStore.read(KEY);
  return (Array.isArray(value) ? value : [])
    .filter(isKeptResult)
    .filter(({ at }) => Math.abs(now - at) < KEPT_MS)
    .slice(0, MAX_KEPT);
}

/**
 * Adds a result to the front of the list. Links that were pasted together have no page and are not
 * stored.
 */
export function noteRecentResult(found: VideoInfo | ListInfo, now = Date.now()): void {
  const { title, uploader, platform, webpage_url: link } = found;
  if (link === null) {
    return;
  }
  const others = recentResults(now).filter((kept) => kept.link !== link);
  deviceStore.write(
    KEY,
    [{ title, uploader, platform, link, at: now }, ...others].slice(0, MAX_KEPT),
  );
}

/** Deletes all stored results. */
export function forgetRecentResults(): void {
  deviceStore.forget(KEY);
}
