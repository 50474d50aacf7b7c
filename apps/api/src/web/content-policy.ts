import { analyticsId, asksConsent, type DomainConfig, showsAds } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import type { WrittenDocument } from '@dipper/site';
import { createHash } from 'node:crypto';
import { isHost } from '../infra/http/request/host-header.js';

/** Directives and their sources, in the format that helmet expects. */
export type ContentPolicy = Readonly<Record<string, string[]>>;

/** The sources that allow a document's own scripts and styles, quoted as in a policy. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The inline sources of a reply that is not a document. */
export const NOTHING_INLINE: InlineSources = { scripts: [], styles: [] };

/**
 * Allows scripts with this nonce in a document. Scripts that these load are also allowed, because
 * third-party scripts load others from hosts that change.
 */
export function nonceSources(nonce: string): InlineSources {
  const source = `'nonce-${nonce}'`;
  return { scripts: [source, "'strict-dynamic'"], styles: [source] };
}

/** Allows exactly these inline scripts and styles. */
export function hashSources({ scripts, styles }: WrittenDocument): InlineSources {
  const source = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return { scripts: scripts.map(source), styles: styles.map(source) };
}

export interface PolicyInput {
  readonly config: DomainConfig;
  readonly inline: InlineSources;
  readonly secure: boolean;
  /** The origin at which the visitor opened this site. */
  readonly origin: string;
}

/** The sources that a third party needs in addition to what our own pages need, by directive. */
interface Needs {
  readonly script: readonly string[];
  readonly image: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
  readonly font: readonly string[];
  /**
   * Sources of style sheets. If there are any, inline styles in the third party's markup are also
   * allowed.
   */
  readonly style: readonly string[];
}

/**
 * Google Analytics 4: developers.google.com/tag-platform/security/guides/csp, "Google Analytics 4".
 * Its script frames a page of Google's. That page has a service worker, which sends data that a
 * closing page could not send.
 */
const ANALYTICS: Needs = {
  script: ['https://*.googletagmanager.com'],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
  frame: ['https://*.googletagmanager.com'],
  font: [],
  style: [],
};

/** The sources for third parties that draw in the page: ads and consent dialogs. */
const DRAWN = {
  image: ['https:'],
  connect: ['https:'],
  frame: ['https:'],
  font: ['https:', 'data:'],
  style: ['https:'],
};

/**
 * Ads. Google publishes no list of the hosts, because they change. It only supports a policy with a
 * nonce and `unsafe-eval` for scripts, and no restriction on anything else
 * (developers.google.com/publisher-tag/guides/content-security-policy). So images, frames and
 * styles may come from any https host. The script's host is listed for browsers without
 * `strict-dynamic`.
 */
const ADS: Needs = {
  ...DRAWN,
  script: ['https://pagead2.googlesyndication.com', "'unsafe-eval'"],
};

/**
 * The origin of a configured URL if it is http(s), has a plain host and is not our own; else [].
 * The host of a URL may contain `;`, `,`, `'` and `*`, which have a meaning in policies, so it must
 * also be valid as a Host header.
 */
function foreignOrigin(address: string, own: string): string[] {
  const url = parseUrl(address, parseUrl(own) ?? undefined);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && isHost(url.host);
  return isOrigin && url.origin !== parseUrl(own)?.origin ? [url.origin] : [];
}

/**
 * The socket of an origin. It has to be listed, because neither 'self' (in Safari before 15.4) nor
 * an https origin covers sockets.
 */
function socketOf(origin: string): string[] {
  const url = parseUrl(origin);
  return url !== null && isHost(url.host)
    ? [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`]
    : [];
}

/** The third parties that the configuration enables. The policy allows no others. */
function thirdParties(config: DomainConfig, own: string): readonly Needs[] {
  const { provider, script } = config.consent;
  const asked: Needs = { ...DRAWN, script: foreignOrigin(script, own) };
  return [
    ...(analyticsId(config) === null ? [] : [ANALYTICS]),
    ...(showsAds(config) ? [ADS] : []),
    ...(provider === 'external' && asksConsent(config) ? [asked] : []),
  ];
}

/**
 * Requires Trusted Types. They cover only our own build, which has a single policy
 * (apps/web/src/app/trusted-types.ts). Third-party scripts create scripts and markup from text,
 * which Trusted Types would refuse. Where such scripts are enabled, only the nonce protects the
 * page.
 */
const TRUSTED_TYPES: ContentPolicy = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};

/** True if a domain loads third-party scripts. Its documents need a new nonce for each reply. */
export function hasThirdParties(config: DomainConfig): boolean {
  return thirdParties(config, '').length > 0;
}

/**
 * The policy of a page: what it may load and run. Inline scripts need their hash or the nonce, so
 * that injected text never runs. Media and connections may use any https host, because HLS plays
 * directly from the source. Over plain http (on a laptop, in a test) they may also use http hosts.
 */
export function contentPolicy({ config, inline, secure, origin }: PolicyInput): ContentPolicy {
  const anywhere = secure ? ['https:'] : ['https:', 'http:'];
  const { api, branding } = config;
  const apiOrigin = foreignOrigin(api.baseUrl, origin);
  const logo = branding.logo.type === 'image' ? foreignOrigin(branding.logo.icon, origin) : [];
  // Account owners choose the URL of their avatar, which only they see, and their browser fetches
  // it directly. If we relayed it, anyone who signs up could make us fetch arbitrary URLs.
  const avatars = config.authentication_enabled ? ['https:'] : [];
  const others = thirdParties(config, origin);
  const of = (kind: keyof Needs) => others.flatMap((needs) => needs[kind]);
  const [frames, styles] = [of('frame'), of('style')];
  // A nonce or a hash in addition to `unsafe-inline` would disable it.
  const inlineStyles = styles.length === 0 ? inline.styles : ["'unsafe-inline'"];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts, ...of('script')],
    'style-src': ["'self'", ...inlineStyles, ...styles],
    'img-src': ["'self'", 'data:', ...apiOrigin, ...logo, ...avatars, ...of('image')],
    'font-src': ["'self'", ...of('font')],
    'connect-src': [
      "'self'",
      ...[origin, ...apiOrigin].flatMap(socketOf),
      ...apiOrigin,
      ...anywhere,
      ...of('connect'),
    ],
    'media-src': ["'self'", 'blob:', ...apiOrigin, ...anywhere],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...apiOrigin],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'frame-ancestors': ["'none'"],
    ...(others.length === 0 ? TRUSTED_TYPES : {}),
  };
  return Object.fromEntries(
    Object.entries(policy).map(([directive, sources]) => [directive, [...new Set(sources)]]),
  );
}

/** The policy for replies that are not pages. A browser may show, load and run nothing in them. */
export const API_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};
