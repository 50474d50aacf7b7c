import type { DomainConfig } from '@dipper/contract';
import { PLATFORMS } from '@dipper/media';

/** "www.grab-it.example" is "Grab-it"; an address or a bare machine name is the product's own name. */
function brandOf(hostname: string): string {
  const label = hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const isSite = hostname.includes('.') && /^[a-z][a-z0-9-]*$/.test(label);
  return isSite ? label.charAt(0).toUpperCase() + label.slice(1) : 'Dipper';
}

/**
 * What a page shows when its domain's configuration cannot be had (specification §7): a whole site,
 * with the name taken from the host.
 */
export function defaultSite(hostname: string): DomainConfig {
  const name = brandOf(hostname);
  return {
    domain: hostname,
    branding: {
      name,
      slogan: '',
      tagline: '',
      logo: { icon: '', type: 'image' },
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
    contact: { email: `support@${hostname}`, socialMedia: {} },
    seo: { title: name, description: name, keywords: [], canonicalUrl: '' },
    supportedPlatforms: PLATFORMS.filter(({ landing }) => landing).map((platform, at) => ({
      id: platform.id,
      name: platform.id,
      displayName: platform.displayName,
      icon: platform.id,
      color: '#0f5c5c',
      enabled: true,
      priority: at + 1,
    })),
    features: {
      multiDomainSupport: false,
      darkMode: true,
      debugMode: false,
      consentFeature: false,
      offlineMode: false,
    },
    api: { baseUrl: '', endpoints: { download: '', preview: '', imageProxy: '' } },
    authentication_enabled: false,
  };
}
