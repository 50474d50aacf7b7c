import { LIMITS, type VideoInfo } from '@dipper/contract';
import { steadyMs } from '../../lib/steady-ms.js';

/** A finished search, for as long as this tab stays on the site. */
export interface FoundResult {
  readonly link: string;
  readonly info: VideoInfo;
}

/** The tasks behind formats do not live for ever. */
export const GOOD_FOR_MS = LIMITS.retentionSeconds * 1000;

let last: { readonly result: FoundResult; readonly page: string; readonly at: number } | null =
  null;

/**
 * Remembers what is shown, or that nothing is, for the way back from the preview page.
 * @param page path of the page that shows it
 * @param ageMs how long ago it was found, where that was before this page was loaded
 * @returns false for what is remembered already
 */
export function keepResult(result: FoundResult | null, page: string, ageMs = 0): boolean {
  if (result?.info === last?.result.info) {
    return false;
  }
  last = result === null ? null : { result, page, at: steadyMs() - ageMs };
  return true;
}

/**
 * What was shown last, where it is still good.
 * @param url its link or its page; '' for whatever was shown
 * @param page where it was shown, when nothing else is said
 */
export function lastResult(url: string, page: string): FoundResult | null {
  if (last === null || steadyMs() - last.at > GOOD_FOR_MS) {
    return null;
  }
  const { link, info } = last.result;
  const isMeant = url === '' ? page === last.page : url === link || url === info.webpage_url;
  return isMeant ? last.result : null;
}
