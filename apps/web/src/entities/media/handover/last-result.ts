import { LIMITS } from '@dipper/contract';
import { type Found, handover, leave } from './handover.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';

/** The formats' tasks expire after this time. */
export const GOOD_FOR_MS = LIMITS.retentionSeconds * 1000;

const replyOf = (found: Found) => ('info' in found ? found.info : found.list);

/**
 * How many results of earlier visits are remembered. The files of older ones have rarely survived.
 */
const MAX_EARLIER = 4;

/**
 * Remembers the current result, or that there is none, for the visitor's return from the preview
 * page. A result of an earlier visit keeps its age.
 * @param page the path of the page that shows it
 * @param ageMs how long ago it was found, if that was before this page was loaded
 * @returns false if it was already remembered
 */
export function keepResult(found: Found | null, page: string, ageMs = 0): boolean {
  const { result: last, earlier } = handover();
  const reply = found && replyOf(found);
  if (reply === (last && replyOf(last.found))) {
    return false;
  }
  const known = earlier.find((one) => replyOf(one.found) === reply);
  leave({
    result: found && (known ?? { found, page, atMs: steadyMs() - ageMs }),
    earlier: earlier.filter((one) => one.found.link !== found?.link),
  });
  return known === undefined;
}

/**
 * Moves the last result to the results of earlier visits, because another visit starts searching.
 */
export function endVisit(): void {
  const { result: last, earlier } = handover();
  if (last) {
    leave({ result: null, earlier: [last, ...earlier].slice(0, MAX_EARLIER) });
  }
}

const isOf = (url: string, found: Found) =>
  url === found.link || url === replyOf(found).webpage_url;

/** Returns the result, or the list it was chosen from, whichever belongs to the link. */
function foundOf(url: string, found: Found): Found | false | undefined {
  const from = 'from' in found ? found.from : undefined;
  return isOf(url, found) ? found : from && isOf(url, from) && from;
}

/**
 * Returns the last result if it is still valid, or the list it was chosen from. For a link, it may
 * also be the result of an earlier visit.
 * @param url the link of the result or of its page; '' for any result
 * @param page the path of the page that must have shown the result if `url` is ''
 */
export function lastResult(url: string, page: string): Found | null {
  const { result: last, earlier } = handover();
  for (const one of [last, ...earlier]) {
    if (one && steadyMs() - one.atMs <= GOOD_FOR_MS) {
      const found =
        url === '' ? one === last && page === one.page && one.found : foundOf(url, one.found);
      if (found) {
        return found;
      }
    }
  }
  return null;
}
