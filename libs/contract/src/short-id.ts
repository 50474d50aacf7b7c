/** An id of a short link: base62, 10 characters from a cryptographic source; 8 at least are taken. */
export const SHORT_ID = /^[0-9A-Za-z]{8,32}$/;
