import { linkInText } from '@dipper/media';

/** What the form makes of its text: the link in it, or which sentence to say. */
export type CheckedLink =
  | { readonly ok: true; readonly link: string }
  | { readonly ok: false; readonly message: 'messages.urlRequired' | 'messages.urlInvalid' };

/** Checks the text of the form: a URL, or a share message with one in it (contract, "Search"). */
export function checkLink(text: string): CheckedLink {
  if (text.trim() === '') {
    return { ok: false, message: 'messages.urlRequired' };
  }
  const link = linkInText(text);
  return link === null ? { ok: false, message: 'messages.urlInvalid' } : { ok: true, link };
}

const LINK_START = /https?:\/\//gi;

/** The link of a pasted text that holds exactly one, or null: only then is it submitted at once. */
export function onlyLink(text: string): string | null {
  return text.match(LINK_START)?.length === 1 ? linkInText(text) : null;
}
