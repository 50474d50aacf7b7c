import type { DomainConfig } from '@dipper/contract';
import { PLATFORMS } from '@dipper/media';

/** What a host without a file of its own gets (specification §7: derived from the host name). */
export function defaultDomainConfig(host: string): DomainConfig {
  return {
    domain: host,
    branding: {
      name: 'Dipper',
      slogan: 'Paste a link. Keep the video.',
      tagline: 'Free video and audio downloader for public links',
      logo: { icon: 'dipper', type: 'image' },
      colors: {
        primary: '#0f5c5c',
        secondary: '#12343b',
        accent: '#e8743b',
        background: '#f7f5f0',
        surface: '#ffffff',
        text: '#172226',
      },
      targetAudience: 'comprehensive',
    },
    analytics: {
      trackingEnabled: false,
      googleAnalyticsId: '',
      adsenseClientId: '',
      adSlots: { leaderboard: '', responsive: '' },
    },
    contact: { email: `support@${contactDomain(host)}`, socialMedia: {} },
    seo: {
      title: 'Dipper: free video and audio downloader',
      description:
        'Paste a public link, see the real formats, and download video or audio. Free, no account, no watermark.',
      keywords: ['video downloader', 'audio downloader', 'podcast downloader'],
      canonicalUrl: '',
    },
    supportedPlatforms: PLATFORMS.filter((platform) => platform.landing).map((platform, index) => ({
      id: platform.id,
      name: platform.id,
      displayName: platform.displayName,
      icon: platform.id,
      color: '#0f5c5c',
      enabled: true,
      priority: index + 1,
    })),
    features: {
      multiDomainSupport: true,
      darkMode: true,
      debugMode: false,
      consentFeature: false,
      offlineMode: false,
    },
    api: {
      baseUrl: '',
      endpoints: {
        download: '/api/download-video',
        preview: '/api/preview',
        imageProxy: '/api/image-proxy',
      },
    },
    authentication_enabled: false,
  };
}

/** A mail domain that is one: addresses and single names have none of their own. */
function contactDomain(host: string): string {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !/^[\d.]+$/.test(host) ? host : 'example.com';
}
