import { PLATFORMS } from '@dipper/media';
import type { DomainConfig } from './http/site/domain-config.js';
import { API } from './paths.js';

/** The product's own brand. Sites with another name get neither its bird nor its font. */
const PRODUCT = 'Dipper';
const PRIMARY = '#0f6a66';

/** The default wording of a site, in English. */
export function siteWords(name: string) {
  return {
    slogan: 'Paste a link. Keep the video.',
    tagline: 'Free video and audio downloader',
    title: `${name}: free video and audio downloader`,
    description:
      'Paste a public link and see which formats are available. Download the video, or the audio as MP3 or M4A. Free, with no account and nothing to install.',
  };
}

/** Configured values from which other defaults are derived. */
export interface BrandOverrides {
  readonly name?: string;
  readonly primary?: string;
}

/**
 * The configuration of a host that has none, and of a page whose configuration can't be loaded
 * (specification §7): a complete site named after the host.
 */
export function defaultDomainConfig(host: string, own: BrandOverrides = {}): DomainConfig {
  const name = own.name ?? brandOf(host);
  const primary = own.primary ?? PRIMARY;
  const { title, description } = siteWords(name);
  return {
    domain: host,
    branding: builtInBranding(name, primary),
    analytics: {
      trackingEnabled: false,
      googleAnalyticsId: '',
      adsenseClientId: '',
      adSlots: { leaderboard: '', responsive: '' },
    },
    consent: { provider: 'builtin', script: '' },
    // The address is empty, because an invented one would promise a reply. The operator fills it
    // in.
    contact: { email: '', socialMedia: {} },
    seo: {
      title,
      description,
      keywords: ['video downloader', 'audio downloader', 'podcast downloader'],
      canonicalUrl: '',
      aliasMode: 'render',
      pages: {},
    },
    translations: {},
    supportedPlatforms: PLATFORMS.filter((platform) => platform.landing).map((platform, index) => ({
      id: platform.id,
      name: platform.id,
      displayName: platform.displayName,
      icon: platform.id,
      color: primary,
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
        download: API.search,
        preview: API.preview,
        imageProxy: API.image,
      },
    },
    // Only the operator knows these details. `npm run doctor` lists the missing ones.
    legal: {
      ...{ operator: '', address: '', law: '', hosting: '', mailProvider: '' },
      dmcaAgent: {
        ...{ name: '', organization: '', address: '', phone: '', email: '' },
        registrationNumber: '',
      },
    },
    authentication_enabled: false,
    accounts: { dailyDownloads: 50, paidPlans: false },
  };
}

function builtInBranding(name: string, primary: string): DomainConfig['branding'] {
  const { slogan, tagline } = siteWords(name);
  return {
    name,
    slogan,
    tagline,
    logo: { icon: '', type: 'image' },
    illustration: name === PRODUCT ? 'dipper' : 'none',
    font: name === PRODUCT ? 'young-serif' : 'system',
    colors: {
      primary,
      secondary: '#12343b',
      accent: '#e8743b',
      background: '#f7f5f0',
      surface: '#ffffff',
      text: '#142126',
    },
    targetAudience: 'comprehensive',
  };
}

/**
 * The brand for a host: "www.grab-it.example" becomes "Grab-it". An IP address or a bare host name
 * gets the product's name.
 */
function brandOf(host: string): string {
  const label = host.replace(/^www\./, '').split('.')[0] ?? '';
  const isSite = host.includes('.') && /^[a-z][a-z0-9-]*$/.test(label);
  return isSite ? label.charAt(0).toUpperCase() + label.slice(1) : PRODUCT;
}
