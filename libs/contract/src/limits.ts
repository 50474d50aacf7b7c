/** Numbers both sides must agree on. Source of each: specification §4, §5, §9, or the contract. */
export const LIMITS = {
  /** Entries of one bundle, and links pasted at once. */
  bundleEntries: 50,
  /** Entries of a list that are shown. */
  listEntries: 200,
  /** Longest GIF or WebP of a clip, seconds. */
  loopSeconds: 15,
  /** No moment of a medium lies further from its start, seconds. */
  longestSeconds: 7 * 24 * 3600,
  /** Longest text accepted as a link or share message, characters. */
  linkTextLength: 8192,
  /** Largest accepted fingerprint object, characters of JSON. It is never stored. */
  fingerprintLength: 4096,
  /** Merge polling, §4: attempts without an advance before the page gives up. */
  pollAttempts: 60,
  /** Consecutive polling errors before the page gives up. */
  pollErrors: 5,
  /** Time the socket has to connect before polling starts, milliseconds. */
  socketConnectMs: 3000,
  /** Silence of a socket after which it is asked where the task stands, milliseconds. */
  socketSilenceMs: 10_000,
  /** Rooms one socket may be in. */
  roomsPerSocket: 20,
  /** Socket updates for each task in a second. */
  updatesPerSecond: 10,
  /** Description length shown in a result, characters (§9). */
  descriptionLength: 150,
  /** Default file retention, seconds (§9). */
  retentionSeconds: 3600,
  /** How long an extraction answers the same link again, seconds. */
  freshnessSeconds: 60,
  /** Download button lock, milliseconds (§4). */
  downloadLockMs: 3000,
  /** Direct preview starts after, milliseconds (§4). */
  previewDelayMs: 100,
  /** The page scrolls to a new result after, milliseconds (§4). */
  scrollDelayMs: 500,
  /** Truncated source URL shown, characters (§5). */
  shownUrlLength: 50,
  /** Largest image that is relayed, bytes. */
  imageBytes: 5 * 1024 * 1024,
  /** Largest `params` of a short link, bytes of JSON. */
  shareBytes: 8192,
  /** How long the outcome of sharing is shown, milliseconds (§4). */
  shareStatusMs: 2500,
  /** Shortest password, characters (§5). */
  passwordLength: 8,
  /** Longest one that is hashed, characters: hashing must not cost more than it has to. */
  longestPassword: 128,
  /** Longest mail address, characters (RFC 5321 §4.5.3.1.3, without the brackets). */
  emailLength: 254,
  /** Longest name of a person or a country, characters. */
  nameLength: 80,
  /** Longest address of an avatar, characters. */
  avatarLength: 2048,
  /** How long an access token is good, seconds (contract). */
  accessTokenSeconds: 15 * 60,
  /** Rows of a page of the history (§9). */
  historyPage: 20,
  /** Pages of a history that can be asked for. */
  historyPages: 1_000_000,
  /** The sign-in dialog closes after a login, milliseconds (§4). */
  loginCloseMs: 1000,
  /** Other modes of the sign-in dialog return to login after, milliseconds (§4). */
  returnToLoginMs: 3000,
} as const;
