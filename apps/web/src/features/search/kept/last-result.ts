import { type ListInfo, LIMITS, type VideoInfo } from '@dipper/contract';
import { steadyMs } from '../../../lib/time/steady-ms.js';

/** A list found behind a link, or made of several links. */
export interface FoundList {
  readonly link: string;
  readonly list: ListInfo;
}

/** A finished search, kept while this tab stays on the site. */
export interface FoundResult {
  readonly link: string;
  readonly info: VideoInfo;
  /** The list that it was chosen from. */
  readonly from?: FoundList | undefined;
}

export type Found = FoundResult | FoundList;

/** The formats' tasks expire. */
export const GOOD_FOR_MS = LIMITS.retentionSeconds * 1000;

let last: { readonly found: Found; readonly page: string; readonly at: number } | null = null;

const replyOf = (found: Found) => ('info' in found ? found.info : found.list);

/**
 * Remembers the current result, or that there is none, for the return from the preview page.
 * @param page path of the page that shows it
 * @param ageMs how long ago it was found, if before this page was loaded
 * @returns false if it is remembered already
 */
export function keepResult(found: Found | null, page: string, ageMs = 0): boolean {
  if ((found && replyOf(found)) === (last && replyOf(last.found))) {
    return false;
  }
  last = found === null ? null : { found, page, at: steadyMs() - ageMs };
  return true;
}

const isOf = (url: string, found: Found) =>
  url === found.link || url === replyOf(found).webpage_url;

/**
 * The last result if still valid, or the list that it was chosen from.
 * @param url its link or its page; '' for any result
 * @param page where it must have been shown if `url` is ''
 */
export function lastResult(url: string, page: string): Found | null {
  if (last === null || steadyMs() - last.at > GOOD_FOR_MS) {
    return null;
  }
  const { found } = last;
  if (url === '') {
    return page === last.page ? found : null;
  }
  const from = 'from' in found ? found.from : undefined;
  return isOf(url, found) ? found : from !== undefined && isOf(url, from) ? from : null;
}
