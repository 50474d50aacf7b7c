import type { DomainConfig } from '@dipper/contract';

/**
 * The origin of all published URLs: as configured, else the request's. No trailing slash.
 * @param origin scheme and host
 */
export function publishedOrigin({ seo }: Pick<DomainConfig, 'seo'>, origin: string): string {
  return seo.canonicalUrl.replace(/\/$/, '') || origin;
}
