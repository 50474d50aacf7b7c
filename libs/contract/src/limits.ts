/** Numbers both sides must agree on. Source of each: specification §4, §5, §9, or the contract. */
export const LIMITS = {
  /** Entries of one bundle, and links pasted at once. */
  bundleEntries: 50,
  /** Maximum number of listed entries. */
  listEntries: 200,
  /** Maximum duration of a GIF or WebP clip, seconds. */
  loopSeconds: 15,
  /** Upper bound of any time within an item, seconds. */
  longestSeconds: 7 * 24 * 3600,
  /** Longest text accepted as a link or share message, characters. */
  linkTextLength: 8192,
  /** Largest accepted fingerprint object, characters of JSON. It is never stored. */
  fingerprintLength: 4096,
  /** Merge polling, §4: attempts without progress before the page gives up. */
  pollAttempts: 60,
  /** Consecutive polling errors before the page gives up. */
  pollErrors: 5,
  /** Time the socket has to connect before polling starts, milliseconds. */
  socketConnectMs: 3000,
  /** Silence of a socket after which the client subscribes again, milliseconds. */
  socketSilenceMs: 10_000,
  /** Maximum number of rooms per socket. */
  roomsPerSocket: 20,
  /** Maximum number of socket updates per task and second. */
  updatesPerSecond: 10,
  /** Description length shown in a result, characters (§9). */
  descriptionLength: 150,
  /** Default file retention, seconds (§9). */
  retentionSeconds: 3600,
  /** How long an extraction is reused for the same link, seconds. */
  freshnessSeconds: 60,
  /** Download button lock, milliseconds (§4). */
  downloadLockMs: 3000,
  /** Delay of a direct preview, milliseconds (§4). */
  previewDelayMs: 100,
  /** Delay before the page scrolls to a new result, milliseconds (§4). */
  scrollDelayMs: 500,
  /** Length of a displayed source URL, characters (§5). */
  shownUrlLength: 50,
  /** Largest image that is relayed, bytes. */
  imageBytes: 5 * 1024 * 1024,
  /** Largest `params` of a short link, bytes of JSON. */
  shareBytes: 8192,
  /** How long the outcome of sharing is shown, milliseconds (§4). */
  shareStatusMs: 2500,
  /** Minimum length of a password, characters (§5). */
  passwordLength: 8,
  /** Maximum length of a password, characters, which limits the cost of hashing. */
  longestPassword: 128,
  /** Maximum length of an email address, characters (RFC 5321 §4.5.3.1.3, without the brackets). */
  emailLength: 254,
  /** Maximum length of a person's or country's name, characters. */
  nameLength: 80,
  /** Maximum length of an avatar's URL, characters. */
  avatarLength: 2048,
  /** Lifetime of an access token, seconds (contract). */
  accessTokenSeconds: 15 * 60,
  /** Rows per page of the history (§9). */
  historyPage: 20,
  /** Highest page number of the history. */
  historyPages: 1_000_000,
  /** Delay before the sign-in dialog closes after a login, milliseconds (§4). */
  loginCloseMs: 1000,
  /** Delay before other modes of the sign-in dialog return to login, milliseconds (§4). */
  returnToLoginMs: 3000,
} as const;
