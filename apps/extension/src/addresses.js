/** Addresses on this computer or in a private network, which rarely have a certificate. */
const LOCAL =
  /^(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|[^.:]+|.+\.(?:local|lan|internal|home\.arpa))$/;

/**
 * Reads the address of a server as somebody types it: with or without a scheme, or as the address
 * of one of its pages.
 * @param {string} text
 * @returns {string | null} the origin; null if the text is not an address, or if pages would be
 * sent over the internet without encryption
 */
export function serverOrigin(text) {
  const typed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  const url = parsed(hasScheme ? typed : `https://${typed}`);
  if (url === null || url.username !== '' || url.password !== '') {
    return null;
  }
  const isLocal = LOCAL.test(url.hostname);
  if (!hasScheme && isLocal) {
    return `http://${url.host}`;
  }
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  return isAllowed && (isLocal || url.hostname.includes('.')) ? url.origin : null;
}

/**
 * Returns the address at which a server searches for a page's media. Pages that are not on the web,
 * such as the browser's settings, lead to the server's home page.
 *
 * @param {string} server an origin
 * @param {string} page
 */
export function sendAddress(server, page) {
  const url = parsed(page);
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin === server) {
    return `${server}/`;
  }
  return `${server}/?${new URLSearchParams({ url: page, go: '1' }).toString()}`;
}

/**
 * @param {string} text
 * @returns {URL | null}
 */
function parsed(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
