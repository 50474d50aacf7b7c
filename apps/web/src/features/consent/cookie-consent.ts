import {
  acceptCategory,
  type CookieConsentConfig,
  type CookieValue,
  getCookie,
  reset,
  run,
  type Translation,
} from 'vanilla-cookieconsent';
import { type Consent, UNDECIDED } from '../../lib/third-parties/consent.js';

export type Purposes = Pick<Consent, 'analytics' | 'ads'>;

/** Raised when what is asked for changes: then everybody is asked again. */
const REVISION = 1;

/** Set by Google's scripts on this host (features/analytics, features/ads). */
const GOOGLE_COOKIES = {
  analytics: [{ name: /^_ga/ }],
  ads: [{ name: /^(?:__gads|__gpi|__eoi|_gcl_)/ }],
};

/**
 * The package keeps the choice in a cookie for six months, and deletes the cookies of what is no
 * longer allowed. It shows nothing: its own banner writes markup out of text, which the pages'
 * content policy forbids, and has a look of its own. Without texts it makes no markup at all; its
 * build without a banner (dist/core) throws when it is started.
 */
const CONFIG: CookieConsentConfig = {
  revision: REVISION,
  autoShow: false,
  manageScriptTags: false,
  // A browser that is driven by a program is asked, too: tests see what visitors see.
  hideFromBots: false,
  cookie: { name: 'cc_cookie', expiresAfterDays: 182 },
  categories: {
    necessary: { enabled: true, readOnly: true },
    analytics: { autoClear: { cookies: GOOGLE_COOKIES.analytics } },
    ads: { autoClear: { cookies: GOOGLE_COOKIES.ads } },
  },
  language: { default: 'none', translations: { none: {} as Translation } },
};

/** What this browser has on record now: another tab may have changed it. */
export async function recordedConsent(): Promise<Consent> {
  reset(false);
  await run(CONFIG);
  // The visitor's own cookie, which may hold anything.
  const cookie: Partial<Record<keyof CookieValue, unknown>> = getCookie();
  const { revision, lastConsentTimestamp: at, categories } = cookie;
  // A date that is none could not be shown.
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

/** Records a choice, and deletes the cookies of what it does not allow. @returns what is on record now */
export async function recordConsent({ analytics, ads }: Purposes): Promise<Consent> {
  await recordedConsent();
  acceptCategory([...(analytics ? ['analytics'] : []), ...(ads ? ['ads'] : [])]);
  return recordedConsent();
}
