import { track } from '../site/counted-events.js';
import { publishConsent } from '../site/third-parties/consent.js';
import { siteConfig } from '../testing/fixtures.js';
import { renderAt } from '../testing/render-at.js';
import { OptionalServices } from './optional-services.js';

it('sends the consent to Google before any event', () => {
  const { analytics } = siteConfig();
  const counted = { ...analytics, trackingEnabled: true, googleAnalyticsId: 'G-1' };
  const { unmount } = renderAt('/', <OptionalServices />, siteConfig({ analytics: counted }));
  track({ name: 'page_view', page: 'home', path: '/' });
  publishConsent({ analytics: true, ads: false, decidedAt: '2026-11-01T00:00:00Z' });
  const commands = (window.dataLayer ?? []).map((command) =>
    Array.from(command as ArrayLike<unknown>)
      .slice(0, 2)
      .join(' '),
  );
  expect(commands).toContain('event page_view');
  expect(commands.indexOf('consent update')).toBeGreaterThan(commands.indexOf('consent default'));
  expect(commands.indexOf('consent update')).toBeLessThan(commands.indexOf('event page_view'));
  unmount();
});
