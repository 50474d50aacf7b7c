import type { DomainConfig } from './http/site/domain-config.js';

/** The measurement id for Google Analytics; null if analytics is off. */
export function analyticsId({ analytics }: DomainConfig): string | null {
  const { trackingEnabled, googleAnalyticsId } = analytics;
  return trackingEnabled && googleAnalyticsId !== '' ? googleAnalyticsId : null;
}

export function showsAds({ analytics }: DomainConfig): boolean {
  return analytics.adsenseClientId !== '';
}

/**
 * True if visitors are asked for consent, either for third-party scripts or because the domain
 * requires it.
 */
export function asksConsent(config: DomainConfig): boolean {
  return config.features.consentFeature || analyticsId(config) !== null || showsAds(config);
}
