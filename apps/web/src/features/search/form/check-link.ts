import { bareLink, linkInText, type PlatformId } from '@dipper/media';

/** What the form makes of its text: the link in it and what is sent, or which sentence to say. */
export type CheckedLink =
  | { readonly ok: true; readonly link: string; readonly text: string }
  | { readonly ok: false; readonly message: Refusal };

type Refusal =
  | 'messages.urlRequired'
  | 'messages.urlInvalid'
  | 'messages.urlInvalidXiaohongshu'
  | 'messages.urlInvalidBilibili';

/** On these platforms' pages visitors paste messages of an app (specification §5). */
const INVALID_ON: Partial<Record<PlatformId, Refusal>> = {
  xiaohongshu: 'messages.urlInvalidXiaohongshu',
  bilibili: 'messages.urlInvalidBilibili',
};

/**
 * Checks the text of the form: a URL, a share message with one in it (contract, "Search"), or a URL
 * without its `https://`.
 * @param hint the platform that the page is about
 */
export function checkLink(text: string, hint?: PlatformId): CheckedLink {
  if (text.trim() === '') {
    return { ok: false, message: 'messages.urlRequired' };
  }
  const link = linkInText(text);
  if (link !== null) {
    return { ok: true, link, text: text.trim() };
  }
  const bare = bareLink(text);
  return bare === null
    ? { ok: false, message: (hint && INVALID_ON[hint]) ?? 'messages.urlInvalid' }
    : { ok: true, link: bare, text: bare };
}

const LINK_START = /https?:\/\//gi;

/** The link of a pasted text that holds exactly one, or null: only then is it submitted at once. */
export function onlyLink(text: string): string | null {
  const starts = text.match(LINK_START)?.length ?? 0;
  return starts === 0 ? bareLink(text) : starts === 1 ? linkInText(text) : null;
}
