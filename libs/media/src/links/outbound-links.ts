import { httpUrl, isHostOf } from './http-url.js';
import { parseUrl } from './parse-url.js';

/** An intermediate page whose URL contains its target. */
interface Outbound {
  readonly host: string;
  readonly path: RegExp;
  readonly params: readonly string[];
}

/** Links as people copy them from search results, chats or emails. */
const OUTBOUND: readonly Outbound[] = [
  { host: 'youtube.com', path: /^\/redirect\/?$/, params: ['q'] },
  { host: 'youtube.com', path: /^\/attribution_link\/?$/, params: ['u'] },
  { host: 'youtube.com', path: /^\/(?:oembed|signin|das_captcha)\/?$/, params: ['url', 'next'] },
  { host: 'vimeo.com', path: /^\/(?:api\/)?oembed\.(?:json|xml)$/, params: ['url'] },
  { host: 'tiktok.com', path: /^\/oembed\/?$/, params: ['url'] },
  { host: 'soundcloud.com', path: /^\/oembed\/?$/, params: ['url'] },
  { host: 'publish.twitter.com', path: /^\/(?:oembed)?$/, params: ['url', 'query'] },
  ...['twitter.com', 'x.com'].map((host) => ({
    host,
    path: /^\/(?:intent\/(?:tweet|post)|share)\/?$/,
    params: ['url'],
  })),
  // The pages to which Xiaohongshu redirects bots: its login, and its page for notes that only the
  // app shows.
  {
    host: 'xiaohongshu.com',
    path: /^\/(?:login|website-login\/\w+|404\/.*)\/?$/,
    params: ['redirectPath', 'originalUrl'],
  },
  { host: 'consent.youtube.com', path: /^/, params: ['continue'] },
  { host: 'accounts.google.com', path: /^/, params: ['continue'] },
  { host: 'l.facebook.com', path: /^\/l\.php$/, params: ['u'] },
  { host: 'lm.facebook.com', path: /^\/l\.php$/, params: ['u'] },
  { host: 'facebook.com', path: /^\/(?:flx\/warn|l\.php|sharer(?:\.php|\/))/, params: ['u'] },
  { host: 'facebook.com', path: /^\/plugins\/(?:video|post)\.php$/, params: ['href'] },
  { host: 'facebook.com', path: /^\/login(?:\.php|\/|$)/, params: ['next'] },
  { host: 'l.instagram.com', path: /^/, params: ['u'] },
  { host: 'instagram.com', path: /^\/accounts\/login\/?$/, params: ['next'] },
  { host: 'l.threads.com', path: /^/, params: ['u'] },
  { host: 'l.threads.net', path: /^/, params: ['u'] },
  { host: 'l.messenger.com', path: /^/, params: ['u'] },
  { host: 'out.reddit.com', path: /^/, params: ['url'] },
  { host: 't.me', path: /^\/(?:iv|share\/url)\/?$/, params: ['url'] },
  { host: 'vk.com', path: /^\/away(?:\.php)?$/, params: ['to'] },
  { host: 't.umblr.com', path: /^\/redirect$/, params: ['z'] },
  { host: 'slack-redir.net', path: /^\/link$/, params: ['url'] },
  { host: 'duckduckgo.com', path: /^\/l\/?$/, params: ['uddg'] },
  { host: 'linkedin.com', path: /^\/(?:redir\/redirect|safety\/go)/, params: ['url'] },
  { host: 'steamcommunity.com', path: /^\/linkfilter/, params: ['u', 'url'] },
  { host: 'safelinks.protection.outlook.com', path: /^/, params: ['url'] },
  { host: 'exit.sc', path: /^/, params: ['url'] },
  { host: 'gate.sc', path: /^/, params: ['url'] },
  { host: 'cdn.embedly.com', path: /^\/widgets\//, params: ['url', 'src'] },
  { host: 'link.zhihu.com', path: /^/, params: ['target'] },
  { host: 'douban.com', path: /^\/link2\/?$/, params: ['url'] },
  { host: 'weibo.cn', path: /^\/sinaurl$/, params: ['u', 'url'] },
  { host: 'c.pc.qq.com', path: /^/, params: ['pfurl', 'url'] },
];

/**
 * General link shorteners. yt-dlp would also follow them, but would then read the page without our
 * own extractors and without the rewrites that its extractors need.
 */
const SHORTENERS: readonly string[] = [
  'apple.co',
  'bit.ly',
  'buff.ly',
  'clck.ru',
  'cutt.ly',
  'dlvr.it',
  'goo.gl',
  'ift.tt',
  'is.gd',
  'j.mp',
  'lnkd.in',
  'ow.ly',
  'rb.gy',
  'rebrand.ly',
  'shorturl.at',
  't.cn',
  't.ly',
  'tiny.cc',
  'tinyurl.com',
  'trib.al',
  'url.cn',
  'v.gd',
  'vk.cc',
];

/** True if a link belongs to a shortener, so that its URL does not contain the target. */
export const isShortener = ({ hostname, pathname }: URL): boolean =>
  pathname.length > 1 && SHORTENERS.includes(hostname.replace(/^www\./, ''));

/** Matches google.com, google.co.uk, google.com.br and so on. */
const GOOGLE = /^(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}$/;

/**
 * The target in the URL of an intermediate page, not validated; null for other pages. Makes no
 * request.
 */
export const outboundLink = (url: URL): URL | null => {
  if (GOOGLE.test(url.hostname)) {
    const amp = /^\/amp\/(s\/)?(.+)/.exec(url.pathname);
    const found =
      amp === null
        ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
        : `http${amp[1] ? 's' : ''}://${amp[2]}${url.search}`;
    return url.pathname === '/url' || amp !== null ? httpUrl(found ?? '') : null;
  }
  const row = OUTBOUND.find(
    ({ host, path }) => isHostOf(url.hostname, host) && path.test(url.pathname),
  );
  const target = row?.params.map((name) => url.searchParams.get(name)).find((value) => value);
  // A target on the same site often lacks a host ("next=/p/abc/").
  return target ? httpUrl(parseUrl(target, url.origin)?.href ?? '') : null;
};
