import { FORM_QUERY, SENT } from '@dipper/site';
import { bareLink, clipInText, linkInText } from '@dipper/media';
import { entryState } from '../../../site/entry-state.js';

/** Returns the link in a shared text, with the times of the clip that it requests. */
function linkOf(text: string): string | null {
  const clip = clipInText(text);
  return clip === null ? (linkInText(text) ?? bareLink(text)) : clip.text;
}

/** Sent only by share targets (manifest, `share_target`), in addition to `url`. */
const SHARED = ['text', 'title'];

/** A range in media fragment syntax: "12,41". */
const FRAGMENT = /^([\d.]+),([\d.]+)$/;

/**
 * Adds the value of `?t=` to a link. A range becomes a clip ("0:12-0:41 as gif", "12,41"). Any
 * other value must come from a link whose query was not encoded, so it is appended to that query.
 */
function withTimes(link: string, times: string): string {
  const clip = clipInText(`${link} ${times.replace(FRAGMENT, '$1s-$2s')}`);
  if (clip !== null) {
    return clip.text;
  }
  const isCutOff = /^[^\s#]*\?[^\s#]*$/.test(link) && !/[?&]t=/.test(link);
  return times !== '' && isCutOff ? `${link}&t=${encodeURIComponent(times)}` : link;
}

/**
 * Returns the form's initial text from a query: `?url=` with the times of `?t=`, otherwise the link
 * in a share target's `?text=` or `?title=` (Android uses the text). Returns '' if there is none.
 */
export function prefillOf(search: string): string {
  const query = new URLSearchParams(search);
  const url = query.get('url') ?? '';
  if (url !== '') {
    return withTimes(url, query.get('t') ?? '');
  }
  const shared = SHARED.map((name) => query.get(name) ?? '');
  // Some apps omit `https://` or put the link into the title only.
  const links = shared.map(linkOf);
  return links.find((link) => link !== null) ?? '';
}

/**
 * Returns the query without the form's parameters ('' or starting with a question mark); null if it
 * contains none of them.
 */
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
 * True if the visitor has already submitted the link: on another page, before hydration, or by
 * sharing it with the installed app.
 */
export function asksSearchAtOnce(arrival: Arrival): boolean {
  const query = new URLSearchParams(arrival.search);
  return entryState(arrival).searchAtOnce || [SENT, ...SHARED].some((name) => query.has(name));
}
