import { publishedOrigin, type Resolution } from '@dipper/site';
import type { Site } from '../lib/site.js';

/** What a page says about itself to machines (JSON-LD), or null where nothing fits. */
export function structuredData(
  { page, canonical }: Resolution,
  { config, origin }: Site,
): object | null {
  if (page !== 'home') {
    return null;
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: config.branding.name,
    url: `${publishedOrigin(config, origin)}${canonical ?? '/'}`,
    description: config.seo.description,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}
