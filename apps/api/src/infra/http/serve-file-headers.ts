/**
 * What goes out with everything that came from a stranger, whatever it claims to be: it is not
 * guessed at, runs nothing when it is opened by itself, and is not embedded by other sites.
 */
export const FOREIGN_CONTENT_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** For one visitor, and as it is: a proxy that recompresses media breaks its ranges. */
export const PRIVATE_MEDIA = 'private, no-transform';
