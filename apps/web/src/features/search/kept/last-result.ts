import { LIMITS } from '@dipper/contract';
import { type Found, handover, leave } from '../../../entities/media/handover/handover.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';

/** The tasks of the formats expire after this time. */
export const GOOD_FOR_MS = LIMITS.retentionSeconds * 1000;

const replyOf = (found: Found) => ('info' in found ? found.info : found.list);

/**
 * Remembers the current result, or that there is none, for the visitor's return from the preview
 * page.
 * @param page path of the page that shows it
 * @param ageMs how long ago it was found, if that was before this page was loaded
 * @returns false if it was already remembered
 */
export function keepResult(found: Found | null, page: string, ageMs = 0): boolean {
  const { result: last } = handover();
  if ((found && replyOf(found)) === (last && replyOf(last.found))) {
    return false;
  }
  leave({ result: found === null ? null : { found, page, atMs: steadyMs() - ageMs } });
  return true;
}

const isOf = (url: string, found: Found) =>
  url === found.link || url === replyOf(found).webpage_url;

/**
 * Returns the last result if it is still valid, or the list that it was chosen from.
 * @param url the link of the result or of its page; '' for any result
 * @param page where the result must have been shown if `url` is ''
 */
export function lastResult(url: string, page: string): Found | null {
  const { result: last } = handover();
  if (last === null || steadyMs() - last.atMs > GOOD_FOR_MS) {
    return null;
  }
  const { found } = last;
  if (url === '') {
    return page === last.page ? found : null;
  }
  const from = 'from' in found ? found.from : undefined;
  return isOf(url, found) ? found : from !== undefined && isOf(url, from) ? from : null;
}
