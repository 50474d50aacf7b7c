/** A short link's id: base62, 10 characters from a cryptographic source; 8 or more are accepted. */
export const SHORT_ID = /^[0-9A-Za-z]{8,32}$/;
