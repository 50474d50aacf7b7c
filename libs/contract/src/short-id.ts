/**
 * The id of a short link: base62, 10 characters from a cryptographic source. Ids of 8 to 32
 * characters are accepted.
 */
export const SHORT_ID = /^[0-9A-Za-z]{8,32}$/;
