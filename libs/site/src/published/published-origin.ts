import type { DomainConfig } from '@dipper/contract';

/**
 * The origin of all published URLs, without a trailing slash: the configured one, or else the
 * request's.
 * @param origin scheme and host
 */
export function publishedOrigin({ seo }: Pick<DomainConfig, 'seo'>, origin: string): string {
  return seo.canonicalUrl.replace(/\/$/, '') || origin;
}
