import { analyticsId, asksConsent, type DomainConfig, showsAds } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import type { WrittenDocument } from '@dipper/site';
import { createHash } from 'node:crypto';
import { isHost } from '../infra/http/host-header.js';

/** Directives and their sources, in helmet's format. */
export type ContentPolicy = Readonly<Record<string, string[]>>;

/** Sources that allow a document's own scripts and styles, quoted as in a policy. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** For replies without a document. */
export const NOTHING_INLINE: InlineSources = { scripts: [], styles: [] };

/**
 * Allows a document with this nonce. What its scripts load is allowed, too: third-party scripts load
 * others from hosts that change.
 */
export function nonceSources(nonce: string): InlineSources {
  const source = `'nonce-${nonce}'`;
  return { scripts: [source, "'strict-dynamic'"], styles: [source] };
}

/** Allows inline elements with exactly these texts. */
export function hashSources({ scripts, styles }: WrittenDocument): InlineSources {
  const source = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return { scripts: scripts.map(source), styles: styles.map(source) };
}

/** What the policy of a page depends on. */
export interface PolicyInput {
  readonly config: DomainConfig;
  readonly inline: InlineSources;
  /** The request used https. */
  readonly secure: boolean;
  /** Origin under which the visitor sees us. */
  readonly origin: string;
}

/** What a third party needs in addition to our own pages, by directive. */
interface Needs {
  readonly script: readonly string[];
  readonly image: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
  readonly font: readonly string[];
  /** Style sheet sources; if there are any, inline styles in its markup too. */
  readonly style: readonly string[];
}

/**
 * Google Analytics 4: developers.google.com/tag-platform/security/guides/csp, "Google Analytics 4".
 * Its script frames its own page, with a service worker that sends what a closing page could not.
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

/** For third parties that draw in the page: ads and consent dialogs. */
const DRAWN = {
  image: ['https:'],
  connect: ['https:'],
  frame: ['https:'],
  font: ['https:', 'data:'],
  style: ['https:'],
};

/**
 * Ads: Google publishes no list of their hosts, because these change, and only supports a script
 * policy by nonce, with `unsafe-eval`, and no restriction on the rest
 * (developers.google.com/publisher-tag/guides/content-security-policy). So images, frames and
 * styles may come from anywhere over https; the script's host is for browsers without
 * `strict-dynamic`.
 */
const ADS: Needs = {
  ...DRAWN,
  script: ['https://pagead2.googlesyndication.com', "'unsafe-eval'"],
};

/**
 * The origin of a configured URL, if it is http(s) with a plain host and not our own; else []. A
 * URL's host may contain `;`, `,`, `'` and `*`, which have a meaning in policies, so it must be
 * valid as a Host header.
 */
function foreignOrigin(address: string, own: string): string[] {
  const url = parseUrl(address, parseUrl(own) ?? undefined);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && isHost(url.host);
  return isOrigin && url.origin !== parseUrl(own)?.origin ? [url.origin] : [];
}

/** Neither 'self' (in Safari before 15.4) nor an https origin covers sockets. */
function socketOf(origin: string): string[] {
  const url = parseUrl(origin);
  return url !== null && isHost(url.host)
    ? [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`]
    : [];
}

/** The third parties that the configuration enables; no others are named. */
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
 * Trusted Types cover only our own build, through its single policy
 * (apps/web/src/app/trusted-types.ts). Third-party scripts create scripts and markup from text,
 * which it would refuse: where they are enabled, protection relies on the nonce.
 */
const TRUSTED_TYPES: ContentPolicy = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};

/** True if a domain loads third-party scripts. Its documents then need a nonce for each reply. */
export function hasThirdParties(config: DomainConfig): boolean {
  return thirdParties(config, '').length > 0;
}

/**
 * What a page may load and run. Inline scripts need their hash or the nonce, so that injected text
 * never runs. Media and
 * connections may use any https host, because HLS plays directly from the source; over plain http
 * (a laptop, a test) http sources too.
 */
export function contentPolicy({ config, inline, secure, origin }: PolicyInput): ContentPolicy {
  const anywhere = secure ? ['https:'] : ['https:', 'http:'];
  const { api, branding } = config;
  const apiOrigin = foreignOrigin(api.baseUrl, origin);
  const logo = branding.logo.type === 'image' ? foreignOrigin(branding.logo.icon, origin) : [];
  // Users choose the URL of their own avatar, which only they see. Their browser fetches it
  // directly: relaying arbitrary URLs would be open to everyone who signs up.
  const avatars = config.authentication_enabled ? ['https:'] : [];
  const others = thirdParties(config, origin);
  const of = (kind: keyof Needs) => others.flatMap((needs) => needs[kind]);
  const [frames, styles] = [of('frame'), of('style')];
  // A nonce or a hash would disable `unsafe-inline`.
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

/** For replies other than pages: nothing in them may be shown, loaded or run. */
export const API_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};
