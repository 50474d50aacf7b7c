/**
 * Limits that both sides must agree on. They come from specification §4, §5 and §9, or from the
 * contract.
 */
export const LIMITS = {
  /** How many entries a bundle may have, and how many links may be pasted together. */
  bundleEntries: 50,
  /** How many entries of a list are shown. */
  listEntries: 200,
  /** Maximum duration of a GIF or WebP clip, in seconds. */
  loopSeconds: 15,
  /** The largest time within an item that is accepted, in seconds. */
  longestSeconds: 7 * 24 * 3600,
  /** The longest text that is accepted as a link or share message, in characters. */
  linkTextLength: 8192,
  /** The largest fingerprint object that is accepted, in characters of JSON. It is never stored. */
  fingerprintLength: 4096,
  /** How many polls of a merge without progress the page makes before it gives up (§4). */
  pollAttempts: 60,
  /** How many consecutive polling errors the page accepts before it gives up. */
  pollErrors: 5,
  /** How long the socket may take to connect before polling starts, in milliseconds. */
  socketConnectMs: 3000,
  /** How long the socket may be silent before the client subscribes again, in milliseconds. */
  socketSilenceMs: 10_000,
  /**
   * How long pages keep showing the speed and time left of a merge without news from the server, in
   * milliseconds.
   */
  staleMs: 3000,
  /** How many rooms a socket may join. */
  roomsPerSocket: 20,
  /** The maximum number of socket updates per task and second. */
  updatesPerSecond: 10,
  /** How much of a description is shown in a result, in characters (§9). */
  descriptionLength: 150,
  /** How long files are kept by default, in seconds (§9). */
  retentionSeconds: 3600,
  /** How long an extraction is reused for the same link, in seconds. */
  freshnessSeconds: 60,
  /** How long the download button stays locked, in milliseconds (§4). */
  downloadLockMs: 3000,
  /** The delay before a direct preview, in milliseconds (§4). */
  previewDelayMs: 100,
  /** The delay before the page scrolls to a new result, in milliseconds (§4). */
  scrollDelayMs: 500,
  /** How much of a source URL is displayed, in characters (§5). */
  shownUrlLength: 50,
  /** The largest image that is relayed, in bytes. */
  imageBytes: 5 * 1024 * 1024,
  /** The largest `params` of a short link, in bytes of JSON. */
  shareBytes: 8192,
  /** How long the result of sharing is shown, in milliseconds (§4). */
  shareStatusMs: 2500,
  /** Minimum length of a password, in characters (§5). */
  passwordLength: 8,
  /** The maximum length of a password, in characters. It limits the cost of hashing. */
  longestPassword: 128,
  /** Maximum length of an email address, in characters (RFC 5321 §4.5.3.1.3, without the brackets). */
  emailLength: 254,
  /** The maximum length of the name of a person or country, in characters. */
  nameLength: 80,
  /** Maximum length of an avatar's URL, in characters. */
  avatarLength: 2048,
  /** Lifetime of an access token, in seconds (contract). */
  accessTokenSeconds: 15 * 60,
  /** Maximum length of a URL that is called when a task ends, in characters. */
  callbackLength: 2048,
  /** The maximum number of items in a podcast feed. */
  feedItems: 100,
  /** The most requests per minute that an API key can be set to. */
  keyRequestsPerMinute: 10_000,
  /** The longest lifetime of an API key that expires, in days. */
  keyDays: 3650,
  /** The number of rows on a page of the history (§9). */
  historyPage: 20,
  /** Highest page number of the history. */
  historyPages: 1_000_000,
  /** The delay before the sign-in dialog closes after a login, in milliseconds (§4). */
  loginCloseMs: 1000,
  /**
   * The delay before the other modes of the sign-in dialog return to the login, in milliseconds
   * (§4).
   */
  returnToLoginMs: 3000,
} as const;
