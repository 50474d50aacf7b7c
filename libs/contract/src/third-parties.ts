import type { DomainConfig } from './http/domain-config.js';

/** The measurement id of Google Analytics; null without analytics. */
export function analyticsId({ analytics }: DomainConfig): string | null {
  const { trackingEnabled, googleAnalyticsId } = analytics;
  return trackingEnabled && googleAnalyticsId !== '' ? googleAnalyticsId : null;
}

/** Whether the domain shows ads. */
export function showsAds({ analytics }: DomainConfig): boolean {
  return analytics.adsenseClientId !== '';
}

/**
 * Whether visitors are asked for consent: for third-party scripts, or because the domain requires
 * it.
 */
export function asksConsent(config: DomainConfig): boolean {
  return config.features.consentFeature || analyticsId(config) !== null || showsAds(config);
}
