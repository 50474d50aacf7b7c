import { type Consent, UNDECIDED } from '../../site/third-parties/consent.js';

export type Purposes = Pick<Consent, 'analytics' | 'ads'>;

/** Increase this when the purposes change, so that every visitor is asked again. */
const REVISION = 1;
const NAME = 'cc_cookie';
/** Half a year. */
const KEPT_SECONDS = 182 * 24 * 3600;

/** Cookies that Google's scripts set on this host (features/analytics, features/ads). */
const GOOGLE_COOKIES: Readonly<Record<keyof Purposes, RegExp>> = {
  analytics: /^_ga/,
  ads: /^(?:__gads|__gpi|__eoi|_gcl_)/,
};

function cookies(): readonly (readonly [name: string, value: string])[] {
  return document.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
}

/** Returns the stored JSON, which may be anything, because visitors can edit the cookie. */
function stored(): Readonly<Record<string, unknown>> {
  const [, value = 'null'] = cookies().find(([name]) => name === NAME) ?? [];
  try {
    return Object(JSON.parse(decodeURIComponent(value))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * Reads the consent stored in this browser. Never cached, because another tab may have changed it.
 */
export function recordedConsent(): Consent {
  const { revision, lastConsentTimestamp: at, categories } = stored();
  // The page couldn't display an invalid date.
  const isDate = typeof at === 'string' && !Number.isNaN(Date.parse(at));
  if (revision !== REVISION || !isDate || !Array.isArray(categories)) {
    return UNDECIDED;
  }
  return {
    analytics: categories.includes('analytics'),
    ads: categories.includes('ads'),
    decidedAt: at,
  };
}

/**
 * Deletes a cookie from this host and every parent domain, because Google's scripts set cookies on
 * the highest domain they can.
 */
function erase(name: string): void {
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`);
  for (const domain of ['', ...domains]) {
    document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
}

/**
 * Stores a choice and deletes the cookies of refused purposes.
 * @returns the consent as stored
 */
export function recordConsent(purposes: Purposes): Consent {
  const names = Object.keys(GOOGLE_COOKIES) as (keyof Purposes)[];
  const consent = {
    categories: ['necessary', ...names.filter((name) => purposes[name])],
    revision: REVISION,
    lastConsentTimestamp: new Date().toISOString(),
  };
  const value = encodeURIComponent(JSON.stringify(consent));
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${NAME}=${value}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
  const refused = names.filter((name) => !purposes[name]).map((name) => GOOGLE_COOKIES[name]);
  for (const [name] of cookies()) {
    if (refused.some((pattern) => pattern.test(name))) {
      erase(name);
    }
  }
  return recordedConsent();
}
