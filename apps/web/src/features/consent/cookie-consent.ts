import {
  acceptCategory,
  type CookieConsentConfig,
  type CookieValue,
  getCookie,
  reset,
  run,
  type Translation,
} from 'vanilla-cookieconsent';
import { type Consent, UNDECIDED } from '../../site/third-parties/consent.js';

export type Purposes = Pick<Consent, 'analytics' | 'ads'>;

/** Raise it when the purposes change: everybody is asked again. */
const REVISION = 1;

/** Set by Google's scripts on this host (features/analytics, features/ads). */
const GOOGLE_COOKIES = {
  analytics: [{ name: /^_ga/ }],
  ads: [{ name: /^(?:__gads|__gpi|__eoi|_gcl_)/ }],
};

/**
 * The package stores the choice in a cookie for six months and deletes the cookies of withdrawn
 * purposes. Its banner stays unused: it has its own design and builds markup from strings, which
 * our content policy forbids. Without texts it creates no markup; its build without a banner
 * (dist/core) throws on start.
 */
const CONFIG: CookieConsentConfig = {
  revision: REVISION,
  autoShow: false,
  manageScriptTags: false,
  // Ask automated browsers, too: tests must see what visitors see.
  hideFromBots: false,
  cookie: { name: 'cc_cookie', expiresAfterDays: 182 },
  categories: {
    necessary: { enabled: true, readOnly: true },
    analytics: { autoClear: { cookies: GOOGLE_COOKIES.analytics } },
    ads: { autoClear: { cookies: GOOGLE_COOKIES.ads } },
  },
  language: { default: 'none', translations: { none: {} as Translation } },
};

/** The consent stored in this browser, read anew: another tab may have changed it. */
export async function recordedConsent(): Promise<Consent> {
  reset(false);
  await run(CONFIG);
  // Visitors can edit the cookie, so it may hold anything.
  const cookie: Partial<Record<keyof CookieValue, unknown>> = getCookie();
  const { revision, lastConsentTimestamp: at, categories } = cookie;
  // An invalid date could not be shown.
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

/** Stores a choice and deletes the cookies of refused purposes. @returns the stored consent */
export async function recordConsent({ analytics, ads }: Purposes): Promise<Consent> {
  await recordedConsent();
  acceptCategory([...(analytics ? ['analytics'] : []), ...(ads ? ['ads'] : [])]);
  return recordedConsent();
}
