import { listInfoSchema, videoInfoSchema } from '@dipper/contract';
import * as z from 'zod/mini';
import { tabStore } from '../../../lib/browser/browser-store.js';
import type { Found, FoundList } from './handover.js';
import { GOOD_FOR_MS, keepResult, lastResult } from './last-result.js';

const KEY = 'last-result';

const foundListSchema = z.object({ link: z.string(), list: listInfoSchema });
const storedSchema = z.object({
  found: z.union([
    z.object({ link: z.string(), info: videoInfoSchema, from: z.optional(foundListSchema) }),
    foundListSchema,
  ]),
  page: z.string(),
  /** When it was found, in milliseconds since 1970. */
  at: z.number(),
});

/** Drops fields that only concern the view. */
function listOf(found: FoundList | undefined): FoundList | undefined {
  return found && { link: found.link, list: found.list };
}

/** Stores a result for this tab, so that it survives a reload. Null removes it. */
export function storeResult(found: Found | null, page: string, now = Date.now()): void {
  if (found === null) {
    tabStore.forget(KEY);
    return;
  }
  const kept =
    'info' in found
      ? { link: found.link, info: found.info, from: listOf(found.from) }
      : listOf(found);
  tabStore.write(KEY, { found: kept, page, at: now });
}

/** Restores a stored result for `lastResult`, unless this page already has one. */
export function restoreResult(now = Date.now()): void {
  const stored = storedSchema.safeParse(tabStore.read(KEY));
  // If the clock was changed, the only cost is another search.
  if (!stored.success || now < stored.data.at || now - stored.data.at > GOOD_FOR_MS) {
    tabStore.forget(KEY);
    return;
  }
  const { found, page, at } = stored.data;
  if (lastResult(found.link, page) === null) {
    keepResult(found, page, now - at);
  }
}
