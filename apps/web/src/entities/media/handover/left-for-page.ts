import { type EarlierFormat, handover, type RefusedClip } from './handover.js';

/**
 * Returns the format to recommend on the page that any of these links leads to; null if there is
 * none.
 */
export function leftFormat(links: readonly string[]): EarlierFormat | null {
  const { format } = handover();
  return format !== null && links.includes(format.url) ? format : null;
}

/** Returns the clip to open on the page that any of these links leads to; null if there is none. */
export function leftClip(links: readonly string[]): RefusedClip | null {
  const { clip } = handover();
  return clip !== null && links.includes(clip.url) ? clip : null;
}
