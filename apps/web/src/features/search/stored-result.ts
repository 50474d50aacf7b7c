import { videoInfoSchema } from '@dipper/contract';
import { forgetSession, readSession, writeSession } from '../../lib/session-store.js';
import { type FoundResult, GOOD_FOR_MS, keepResult, lastResult } from './last-result.js';

const KEY = 'last-result';

/** Keeps a result in this tab, for the way back after a reload; null keeps none. */
export function storeResult(result: FoundResult | null, page: string, now = Date.now()): void {
  if (result === null) {
    forgetSession(KEY);
    return;
  }
  const { link, info } = result;
  writeSession(KEY, JSON.stringify({ link, info, page, at: now }));
}

/**
 * Brings a stored result back for `lastResult`, unless this page has one already.
 */
export function restoreResult(now = Date.now()): void {
  const text = readSession(KEY);
  if (text === null) {
    return;
  }
  let stored: Record<string, unknown>;
  try {
    stored = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    stored = {};
  }
  const { link, page, at } = stored;
  const info = videoInfoSchema.safeParse(stored['info']);
  const isWhole = typeof link === 'string' && typeof page === 'string' && typeof at === 'number';
  // A clock that was set meanwhile costs another search, no more.
  if (!isWhole || !info.success || now < at || now - at > GOOD_FOR_MS) {
    forgetSession(KEY);
    return;
  }
  if (lastResult(link, page) === null) {
    keepResult({ link, info: info.data }, page, now - at);
  }
}
