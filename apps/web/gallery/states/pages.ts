import type { DomainConfig } from '@dipper/contract';
import { noteRecentResult } from '../../src/features/search/offline/recent-results.js';
import { serviceStatus, videoInfo } from '../../src/testing/fixtures.js';
import { TITLE } from '../samples.js';
import type { GalleryState, StateGroup } from '../state.js';

const page = (name: string, address: string, more: Partial<GalleryState> = {}): GalleryState => ({
  ...{ name, address },
  reach: (visitor) => visitor.sees('main h1'),
  ...more,
});

const withFeatures =
  (changes: Partial<DomainConfig['features']>) =>
  (site: DomainConfig): DomainConfig => ({ ...site, features: { ...site.features, ...changes } });

export const PAGES: StateGroup = {
  name: 'page',
  states: [
    page('page-not-found', '/nowhere'),
    page('page-short-link', '/p/none'),
    page('page-short-link-offline', '/p/Ab345678', {
      prepare: () => {
        // As if the visitor had followed a link on the site, but the server cannot be reached.
        const getEntriesByType = () => [{ name: 'https://dipper.example/' }];
        Object.defineProperty(performance, 'getEntriesByType', {
          value: getEntriesByType,
          configurable: true,
        });
      },
      reach: (visitor) => visitor.sees('main [role=alert]'),
    }),
    page('page-ads', '/', {
      site: (site) => ({
        ...withFeatures({ consentFeature: true })(site),
        analytics: {
          ...site.analytics,
          adsenseClientId: 'ca-pub-1234567890',
          adSlots: { leaderboard: '42', responsive: '43' },
        },
      }),
      reach: (visitor) => visitor.sees('main [role=group]', 'advertisement'),
    }),
    page('page-offline', '/offline', {
      prepare: () => noteRecentResult(videoInfo({ title: TITLE })),
    }),
    page('page-help', '/help-center'),
    page('page-status', '/status', {
      prepare: (api) => void api.on('GET /api/status', { body: serviceStatus() }),
      reach: (visitor) => visitor.sees('main time'),
    }),
    page('page-developers', '/developers'),
    page('page-guide', '/how-to-download-videos'),
    page('page-blog', '/blog'),
    page('page-post', '/blog/4k-1080p60-hdr'),
    page('page-glossary', '/terms-glossary'),
    page('page-legal', '/privacy-policy'),
    page('page-cookies', '/cookie-settings', { site: withFeatures({ consentFeature: true }) }),
    page('page-consent', '/', {
      overlay: true,
      site: withFeatures({ consentFeature: true }),
      reach: (visitor) => visitor.sees('section .actions button', 'consent:understood'),
    }),
    page('page-debug', '/', {
      overlay: true,
      site: withFeatures({ debugMode: true }),
      reach: (visitor) => visitor.sees('aside, [data-debug]'),
    }),
  ],
};
