import type { HlsFailure } from './native-hls.js';

/**
 * Why media does not play (specification §4, "Player errors"). `refused` is a network error of a
 * source that does not let this page read the media.
 */
export type PlayerError = 'proxy_expired' | 'network' | 'refused' | 'codec' | 'damaged' | 'unknown';

/** True if reading the source page again may help. */
export function isRetryable(error: PlayerError): boolean {
  return error === 'proxy_expired' || error === 'network' || error === 'refused';
}

export interface PlayerFailure {
  /** The URL that failed. */
  readonly src: string;
  readonly isAudio: boolean;
  /** The cause, if known. A plain media element reports at most a lost connection. */
  readonly cause?: HlsFailure;
  /** True if the file is known to be damaged, which explains the failure. */
  readonly damaged?: boolean;
}

/** Our relay URLs and the session URLs of sources, both of which expire. */
const TEMPORARY =
  /\/api\/(proxied_download|tiktok_proxy)\b|[?&](session|token|session_id|session_token|access_token)=/i;

/**
 * Derives the error from what is known: the URL, the kind of media, and the reported cause if there
 * is one.
 */
export function playerError({ src, isAudio, cause, damaged }: PlayerFailure): PlayerError {
  if (src === '') {
    return 'unknown';
  }
  if (TEMPORARY.test(src)) {
    return 'proxy_expired';
  }
  if (damaged === true) {
    return 'damaged';
  }
  if (cause === 'refused') {
    return 'refused';
  }
  return isAudio || cause === 'network' ? 'network' : 'codec';
}
