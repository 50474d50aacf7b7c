import { listInfoSchema, videoInfoSchema } from '@dipper/contract';
import { forgetSession, readSession, writeSession } from '../../../lib/browser/session-store.js';
import type { Found, FoundList } from '../../../entities/media/handover/handover.js';
import { GOOD_FOR_MS, keepResult, lastResult } from './last-result.js';

const KEY = 'last-result';

/** Stores a result for this tab, so that it survives a reload. Null removes it. */
export function storeResult(found: Found | null, page: string, now = Date.now()): void {
  if (found === null) {
    forgetSession(KEY);
    return;
  }
  const { link } = found;
  const what = 'info' in found ? { info: found.info, from: listOf(found.from) } : listOf(found);
  writeSession(KEY, JSON.stringify({ ...what, link, page, at: now }));
}

/** Drops fields that only concern the view. */
function listOf(found: FoundList | undefined): FoundList | undefined {
  return found && { link: found.link, list: found.list };
}

function parsedList(value: unknown): FoundList | undefined {
  const { link, list } = Object(value) as Record<string, unknown>;
  const parsed = listInfoSchema.safeParse(list);
  return typeof link === 'string' && parsed.success ? { link, list: parsed.data } : undefined;
}

function parsedFound(stored: Record<string, unknown>, link: string): Found | undefined {
  const info = videoInfoSchema.safeParse(stored['info']);
  return info.success
    ? { link, info: info.data, from: parsedList(stored['from']) }
    : parsedList(stored);
}

/** Restores a stored result for `lastResult`, unless this page already has one. */
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
  const isWhole = typeof link === 'string' && typeof page === 'string' && typeof at === 'number';
  const found = isWhole ? parsedFound(stored, link) : undefined;
  // If the clock was changed, the only cost is another search.
  if (!isWhole || found === undefined || now < at || now - at > GOOD_FOR_MS) {
    forgetSession(KEY);
    return;
  }
  if (lastResult(link, page) === null) {
    keepResult(found, page, now - at);
  }
}
