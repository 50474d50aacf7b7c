/**
 * Headers for everything that came from elsewhere, whatever it claims to be: no sniffing, no
 * scripts when opened directly, no embedding by other sites.
 */
export const FOREIGN_CONTENT_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Private and unchanged: a proxy that recompresses media breaks ranges. */
export const PRIVATE_MEDIA = 'private, no-transform';
