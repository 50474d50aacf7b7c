import { parseClockTime } from '../text/parse-clock-time.js';
import { parseUrl } from './parse-url.js';

/** The parameters that contain a start time. The first matching row is used. */
const START_PARAMS: readonly {
  /** Matches this domain and its subdomains; '' matches all others. */
  readonly host: string;
  readonly query: readonly string[];
  readonly hash: readonly string[];
}[] = [
  { host: 'youtube.com', query: ['t', 'start', 'time_continue'], hash: ['t'] },
  { host: 'youtube-nocookie.com', query: ['start', 't'], hash: ['t'] },
  { host: 'vimeo.com', query: [], hash: ['t'] },
  { host: 'bilibili.com', query: ['t'], hash: ['t'] },
  { host: 'dailymotion.com', query: ['start'], hash: [] },
  // On X, `t` is a token that identifies the person who shared the link.
  { host: 'x.com', query: [], hash: [] },
  { host: 'twitter.com', query: [], hash: [] },
  { host: 'tiktok.com', query: [], hash: [] },
  { host: 'xiaohongshu.com', query: [], hash: [] },
  { host: 'instagram.com', query: [], hash: [] },
  { host: '', query: ['t', 'start'], hash: ['t'] },
];

function isOf(host: string, domain: string): boolean {
  return domain === '' || host === domain || host.endsWith(`.${domain}`);
}

/** The start time in a media fragment: "65", "npt:1:05,1:10". */
function fragmentStart(value: string): number | null {
  return parseClockTime(value.replace(/^npt:/, '').split(',')[0] ?? '');
}

/**
 * The start time in a pasted link (`?t=1m5s`, `&start=65`, `#t=1:05`).
 * @returns seconds, greater than 0; null if there is no time
 */
export function startInLink(link: string): number | null {
  const url = parseUrl(link);
  if (url === null) {
    return null;
  }
  const row = START_PARAMS.find(({ host }) => isOf(url.hostname.toLowerCase(), host));
  const inHash = new URLSearchParams(url.hash.slice(1));
  const found = [
    ...(row?.query ?? []).map((name) => parseClockTime(url.searchParams.get(name) ?? '')),
    ...(row?.hash ?? []).map((name) => fragmentStart(inHash.get(name) ?? '')),
  ];
  return found.find((start) => start !== null && start > 0) ?? null;
}
