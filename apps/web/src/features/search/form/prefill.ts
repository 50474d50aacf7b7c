import { FORM_QUERY, SENT } from '@dipper/site';
import { bareLink, linkInText } from '@dipper/media';
import { asksSearch } from '../../../lib/handover/search-at-once.js';

/** What only share targets send, beside the address (manifest, `share_target`). */
const SHARED = ['text', 'title'];

/**
 * What an address puts into the form: `?url=` as it is, else the link in `?text=` or `?title=` of a
 * share target (Android puts the link into the text). '' when there is nothing.
 */
export function prefillOf(search: string): string {
  const query = new URLSearchParams(search);
  const url = query.get('url') ?? '';
  if (url !== '') {
    return url;
  }
  const shared = SHARED.map((name) => query.get(name) ?? '');
  // Some apps leave out `https://`, or say the link in the title alone.
  const links = shared.map((text) => linkInText(text) ?? bareLink(text));
  return links.find((link) => link !== null) ?? '';
}

/** The query without what went into the form ('' or with its question mark); null when nothing did. */
export function withoutPrefill(search: string): string | null {
  const query = new URLSearchParams(search);
  if (!FORM_QUERY.some((key) => query.has(key))) {
    return null;
  }
  FORM_QUERY.forEach((key) => query.delete(key));
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}

interface Arrival {
  readonly search: string;
  readonly state: unknown;
}

/**
 * True when the visitor has asked for the search already: on another page, before this one was alive,
 * or by sharing a link with the installed app.
 */
export function asksSearchAtOnce({ search, state }: Arrival): boolean {
  const query = new URLSearchParams(search);
  return asksSearch(state) || [SENT, ...SHARED].some((name) => query.has(name));
}

/** A page with the form as the browser itself asks for it when it sends the form. */
export function searchAgainPath(pathname: string, text: string): string {
  return `${pathname}?${new URLSearchParams({ url: text.trim(), [SENT]: '1' }).toString()}`;
}
