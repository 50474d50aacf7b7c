/**
 * The headers for all content that came from another site, whatever type it claims to have: no
 * sniffing, no scripts when it is opened directly, no embedding by other sites.
 */
export const FOREIGN_CONTENT_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Private, and unchanged by proxies: a proxy that recompresses media breaks ranges. */
export const PRIVATE_MEDIA = 'private, no-transform';
