import type { HlsFailure } from './native-hls.js';

/** Why media does not play (specification §4, "Player errors"). */
export interface PlayerError {
  readonly type: 'proxy_expired' | 'network' | 'codec' | 'damaged' | 'unknown';
  /** True if reading the source page again may help. */
  readonly retryable: boolean;
  /** True if the source does not let this page read the media. */
  readonly refused?: boolean;
}

export interface PlayerFailure {
  /** The URL that failed. */
  readonly src: string;
  readonly isAudio: boolean;
  /** The cause, if known. A plain media element does not report one. */
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
    return { type: 'unknown', retryable: false };
  }
  if (TEMPORARY.test(src)) {
    return { type: 'proxy_expired', retryable: true };
  }
  if (damaged === true) {
    return { type: 'damaged', retryable: false };
  }
  if (cause === 'refused') {
    return { type: 'network', retryable: true, refused: true };
  }
  if (isAudio || cause === 'network') {
    return { type: 'network', retryable: true };
  }
  return { type: 'codec', retryable: false };
}
