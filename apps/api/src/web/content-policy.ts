import { analyticsId, asksConsent, type DomainConfig, showsAds } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { isHost } from '../infra/http/host-header.js';

/** Directives and their sources, as helmet takes them. */
export type ContentPolicy = Readonly<Record<string, string[]>>;

/** What the policy of a page depends on. */
export interface PolicyInput {
  readonly config: DomainConfig;
  /** Of this reply, base64. */
  readonly nonce: string;
  /** The request came over https. */
  readonly secure: boolean;
  /** Scheme and host under which the visitor sees us. */
  readonly origin: string;
}

/** What a third party needs beyond what a page of ours does, by directive. */
interface Needs {
  readonly script: readonly string[];
  readonly image: readonly string[];
  readonly connect: readonly string[];
  readonly frame: readonly string[];
  readonly font: readonly string[];
  /** Sources of style sheets; where there are any, styles in the markup that it makes, too. */
  readonly style: readonly string[];
}

/**
 * Google Analytics 4: developers.google.com/tag-platform/security/guides/csp, "Google Analytics 4". The
 * frame is its script's own, with a service worker that sends what a closing page could not.
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

/** What draws itself into the page: ads, and dialogs of a consent provider. */
const DRAWN = {
  image: ['https:'],
  connect: ['https:'],
  frame: ['https:'],
  font: ['https:', 'data:'],
  style: ['https:'],
};

/**
 * Ads: Google keeps no list of their hosts, because these change, and supports only a policy on
 * scripts by nonce, with `unsafe-eval`, and none on the rest
 * (developers.google.com/publisher-tag/guides/content-security-policy). So pictures, frames and
 * styles come from anywhere over https; the host of the script is for browsers without `strict-dynamic`.
 */
const ADS: Needs = {
  ...DRAWN,
  script: ['https://pagead2.googlesyndication.com', "'unsafe-eval'"],
};

/**
 * The origin that an address of the configuration names, where it is http(s) with a plain host and
 * is not our own; [] for all else. A URL's host may hold `;`, `,`, `'` and `*`, which mean something
 * in a policy, so it must be one that a Host header could have.
 */
function foreignOrigin(address: string, own: string): string[] {
  const url = parseUrl(address, parseUrl(own) ?? undefined);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && isHost(url.host);
  return isOrigin && url.origin !== parseUrl(own)?.origin ? [url.origin] : [];
}

/** Neither 'self' (to Safari before 15.4) nor an https origin says that sockets may go there, too. */
function socketOf(origin: string): string[] {
  const url = parseUrl(origin);
  return url !== null && isHost(url.host)
    ? [`${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`]
    : [];
}

/** What the configuration switched on of others; without it none of their hosts is named. */
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
 * Only our own build is checked by the one policy made at the start of the app
 * (apps/web/src/lib/trusted-types.ts). Scripts of others add more scripts and markup out of text,
 * which it would refuse: where they are switched on, the nonce is what keeps strangers out.
 */
const TRUSTED_TYPES: ContentPolicy = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};

/**
 * What a page may load and run. Scripts only with the nonce, so that no text from outside ever
 * runs. Media and connections go anywhere over https, because HLS plays straight from the source;
 * over plain http (a laptop, a test) http sources too.
 */
export function contentPolicy({ config, nonce, secure, origin }: PolicyInput): ContentPolicy {
  const anywhere = secure ? ['https:'] : ['https:', 'http:'];
  const { api, branding } = config;
  const apiOrigin = foreignOrigin(api.baseUrl, origin);
  const logo = branding.logo.type === 'image' ? foreignOrigin(branding.logo.icon, origin) : [];
  // The picture of a profile lies where its owner says, and is shown to nobody else. Their own browser
  // fetches it: a relay for any address that somebody enters would be open to all who register.
  const avatars = config.authentication_enabled ? ['https:'] : [];
  const others = thirdParties(config, origin);
  const of = (kind: keyof Needs) => others.flatMap((needs) => needs[kind]);
  const [frames, styles] = [of('frame'), of('style')];
  // A nonce would switch `unsafe-inline` off.
  const inlineStyles = styles.length === 0 ? `'nonce-${nonce}'` : "'unsafe-inline'";
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...of('script')],
    'style-src': ["'self'", inlineStyles, ...styles],
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

/** For what is no page: nothing in it is ever shown, loaded or run. */
export const API_POLICY: ContentPolicy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};
