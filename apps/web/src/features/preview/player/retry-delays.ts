/**
 * Delays before retrying a connection that broke during playback, in milliseconds. They start over
 * once playback has continued.
 */
export const RETRY_DELAYS_MS = [1000, 3000, 9000] as const;
