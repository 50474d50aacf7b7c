/**
 * The id of a short link: base62, 10 characters from a cryptographic source. Links with 8 or more
 * characters are accepted.
 */
export const SHORT_ID = /^[0-9A-Za-z]{8,32}$/;
