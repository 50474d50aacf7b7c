import type { DomainConfig } from '@dipper/contract';
import { siteConfig } from '../../testing/fixtures.js';

const COUNTED = { trackingEnabled: true, googleAnalyticsId: 'G-A B' };
const NO = { analytics: false, ads: false, decidedAt: null };
const YES = { analytics: true, ads: false, decidedAt: '2026-11-01T00:00:00Z' };
const ONLY_ADS = { analytics: false, ads: true, decidedAt: '2026-11-01T00:00:00Z' };

/** Loads fresh modules, as a page load would. */
async function start(analytics: Partial<DomainConfig['analytics']>, debugMode = false) {
  jest.resetModules();
  delete window.dataLayer;
  document.head.replaceChildren();
  const { features, analytics: none } = siteConfig();
  const config = siteConfig({
    analytics: { ...none, ...analytics },
    features: { ...features, debugMode },
  });
  const [{ track }, { publishConsent }, { startConsentMode }, { startAnalytics }] =
    await Promise.all([
      import('../../site/counted-events.js'),
      import('../../site/third-parties/consent.js'),
      import('../../site/third-parties/google-tag.js'),
      import('./analytics.js'),
    ]);
  return { track, publishConsent, startConsentMode, startAnalytics: () => startAnalytics(config) };
}

const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);
/** The commands queued for Google's script. */
const commands = () =>
  (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>));
const events = () => commands().flatMap(([what, name]) => (what === 'event' ? [name] : []));
const view = (path: string) => ({ name: 'page_view', page: 'guide', path }) as const;

it('loads and queues nothing before consent, then counts the current page', async () => {
  const { track, publishConsent, startConsentMode, startAnalytics } = await start(COUNTED);
  track(view('/early'));
  startConsentMode();
  startAnalytics();
  track({ name: 'video_search', platform: 'vimeo' });
  track(view('/now'));
  expect(scripts()).toEqual([]);
  publishConsent(ONLY_ADS);
  expect(scripts()).toEqual([]);
  publishConsent(YES);
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-A%20B']);
  track({ name: 'video_download', platform: 'vimeo', kind: 'merge' });
  track(view('/next'));
  expect(scripts()).toHaveLength(1);
  expect(events()).toEqual(['page_view', 'video_download', 'page_view']);
  const views = commands().filter(([what, name]) => what === 'event' && name === 'page_view');
  expect(views.map(([, , parameters]) => parameters)).toMatchObject([
    { page_location: 'http://localhost/now', page_referrer: '' },
    { page_location: 'http://localhost/next', page_referrer: 'http://localhost/now' },
  ]);
});

it('denies everything by default and then updates the consent', async () => {
  const { track, publishConsent, startConsentMode, startAnalytics } = await start(COUNTED);
  startConsentMode();
  startAnalytics();
  track(view('/'));
  publishConsent(YES);
  const denied = {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
  };
  expect(commands()[0]).toEqual(['consent', 'default', denied]);
  expect(commands()[2]).toEqual(['consent', 'update', { ...denied, analytics_storage: 'granted' }]);
  const config = commands().find(([what]) => what === 'config');
  expect(config?.[2]).toMatchObject({ send_page_view: false, cookie_domain: 'none' });
  publishConsent({ ...ONLY_ADS, analytics: false });
  track({ name: 'video_search', platform: 'vimeo' });
  expect(commands().at(-1)).toEqual([
    'consent',
    'update',
    {
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'granted',
      analytics_storage: 'denied',
    },
  ]);
});

it.each([{}, { ...COUNTED, trackingEnabled: false }, { ...COUNTED, googleAnalyticsId: '' }])(
  'counts nothing with %j even if the visitor consents',
  async (analytics) => {
    const { track, publishConsent, startAnalytics } = await start(analytics);
    startAnalytics();
    publishConsent(YES);
    track(view('/'));
    expect(scripts()).toEqual([]);
    expect(commands()).toEqual([]);
  },
);

it('prints events in debug mode without sending them', async () => {
  const print = jest.spyOn(console, 'debug').mockReturnValue();
  const { track, publishConsent, startAnalytics } = await start({}, true);
  startAnalytics();
  publishConsent(NO);
  track({ name: 'video_search', platform: 'other' });
  expect(print).toHaveBeenCalledWith('[Dipper]', { name: 'video_search', platform: 'other' });
  expect(scripts()).toEqual([]);
});
