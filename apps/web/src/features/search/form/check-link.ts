import {
  bareLink,
  clipInText,
  linkInText,
  linksInText,
  type PlatformId,
  timesInText,
} from '@dipper/media';

/**
 * The link in the form's text and the text to send, or an error message. `link` is the key of the
 * search: it includes the times of a clip if the text asks for one, and all links if there are
 * several. It is the whole text if a part of it is not used, so that the result can say so, even
 * after a reload.
 */
type CheckedLink =
  | {
      readonly ok: true;
      readonly link: string;
      readonly text: string;
      readonly links?: readonly string[];
    }
  | { readonly ok: false; readonly message: Refusal };

type Refusal =
  | 'messages.urlRequired'
  | 'messages.urlInvalid'
  | 'messages.urlInvalidXiaohongshu'
  | 'messages.urlInvalidBilibili';

/**
 * Visitors of these platforms paste share messages from an app, so they get a more specific message
 * (specification §5).
 */
const INVALID_ON: Partial<Record<PlatformId, Refusal>> = {
  xiaohongshu: 'messages.urlInvalidXiaohongshu',
  bilibili: 'messages.urlInvalidBilibili',
};

/**
 * Checks the text of the form: a URL, a share message that contains one (contract, "Search"), or a
 * URL without `https://`.
 * @param hint the platform of the page
 */
export function checkLink(text: string, hint?: PlatformId): CheckedLink {
  if (text.trim() === '') {
    return { ok: false, message: 'messages.urlRequired' };
  }
  const clip = clipInText(text);
  if (clip !== null) {
    return { ok: true, link: clip.text, text: clip.link };
  }
  const links = linksInText(text);
  if (links.length > 1) {
    const all = links.join(' ');
    return { ok: true, link: all, text: all, links };
  }
  const link = linkInText(text);
  if (link !== null) {
    const whole = text.trim();
    const isPartial = countStarts(text) > 1 || timesInText(text) !== null;
    return { ok: true, link: isPartial ? whole : link, text: whole };
  }
  const bare = bareLink(text);
  return bare === null
    ? { ok: false, message: (hint && INVALID_ON[hint]) ?? 'messages.urlInvalid' }
    : { ok: true, link: bare, text: bare };
}

/**
 * Returns the number of links in a text that consists only of links; 0 for a single link or other
 * text.
 */
export function countLinks(text: string): number {
  const { length } = linksInText(text);
  return length > 1 ? length : 0;
}

const countStarts = (text: string) => text.match(/https?:\/\//gi)?.length ?? 0;

/** Returns the first link in a search key (`CheckedLink`). */
export function pageOfSearch(key: string): string {
  return linkInText(key) ?? key;
}

/**
 * Returns the part of a pasted text that can be submitted immediately: its only link, with the
 * times of a clip if it asks for one, or several links separated by spaces if there is nothing
 * else. Returns null for any other text. That includes times that make no clip: they stay in the
 * field, with a note, instead of being dropped.
 */
export function onlyLink(text: string): string | null {
  const clip = clipInText(text);
  if (clip !== null) {
    return onlyLink(text.slice(0, clip.at)) === null ? null : clip.text;
  }
  if (timesInText(text) !== null) {
    return null;
  }
  const links = linksInText(text);
  if (links.length > 1) {
    return links.join(' ');
  }
  const starts = countStarts(text);
  return starts === 0 ? bareLink(text) : starts === 1 ? linkInText(text) : null;
}
