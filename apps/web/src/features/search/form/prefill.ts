import { FORM_QUERY, SENT } from '@dipper/site';
import {
  bareLink,
  clipInText,
  clipText,
  clockTime,
  linkInText,
  parseClockTime,
  startInLink,
} from '@dipper/media';
import { asksSearch } from '../../../entities/media/handover/search-link.js';

/** Returns the link in a shared text, with the clip that the text asks for. */
function linkOf(text: string): string | null {
  const clip = clipInText(text);
  return clip === null ? (linkInText(text) ?? bareLink(text)) : clipText(clip);
}

/** The parameters that only share targets send, in addition to `url` (manifest, `share_target`). */
const SHARED = ['text', 'title'];

/** A range as media fragments write it: "12,41". */
const FRAGMENT = /^([\d:.]+),([\d:.]+)$/;

/**
 * Adds the times of `?t=` to a link: a clip ("0:12-0:41 as gif", "12,41"), or a start time ("65"),
 * which is what remains of a link that was not encoded. Returns the link unchanged if they are
 * neither.
 */
function withTimes(link: string, times: string): string {
  const edges = FRAGMENT.exec(times)
    ?.slice(1)
    .map((time) => clockTime(parseClockTime(time) ?? 0));
  const clip = clipInText(`${link} ${edges?.join('-') ?? times}`);
  if (clip !== null) {
    return clipText(clip);
  }
  const hasTimes = edges !== undefined || startInLink(link) !== null;
  const start = hasTimes ? null : parseClockTime(times);
  const started = `${link}#t=${start}`;
  // Some sites have no start times.
  return start !== null && startInLink(started) === start ? started : link;
}

/**
 * Returns the form's initial text from a query: `?url=`, with the times of `?t=`, or else the link
 * in `?text=` or `?title=` from a share target (Android puts the link into the text). '' if there
 * is none.
 */
export function prefillOf(search: string): string {
  const query = new URLSearchParams(search);
  const url = query.get('url') ?? '';
  if (url !== '') {
    return withTimes(url, query.get('t') ?? '');
  }
  const shared = SHARED.map((name) => query.get(name) ?? '');
  // Some apps leave out `https://`, or put the link only into the title.
  const links = shared.map(linkOf);
  return links.find((link) => link !== null) ?? '';
}

/**
 * Returns the query without the form's parameters ('' or with its question mark); null if it
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
export function asksSearchAtOnce({ search, state }: Arrival): boolean {
  const query = new URLSearchParams(search);
  return asksSearch(state) || [SENT, ...SHARED].some((name) => query.has(name));
}

/** Returns the path that a native submit of the form leads to. */
export function searchAgainPath(pathname: string, text: string): string {
  return `${pathname}?${new URLSearchParams({ url: text.trim(), [SENT]: '1' }).toString()}`;
}
