import type { DomainConfig } from '@dipper/contract';

/**
 * What stands before a path in every address that search engines shall know: as configured, else where
 * the visitor is. No slash at the end.
 * @param origin scheme and host
 */
export function publishedOrigin({ seo }: Pick<DomainConfig, 'seo'>, origin: string): string {
  return seo.canonicalUrl.replace(/\/$/, '') || origin;
}
