import type { HlsFailure } from './native-hls.js';

/** The error for media that does not play (specification §4, "Player errors"). */
export interface PlayerError {
  readonly type: 'proxy_expired' | 'network' | 'codec' | 'damaged' | 'unknown';
  /** True if it can help to read the source page again. */
  readonly retryable: boolean;
  /** True if the source forbids this page to read the media. */
  readonly refused?: boolean;
}

export interface PlayerFailure {
  /** The URL that failed. */
  readonly src: string;
  readonly isAudio: boolean;
  /** The cause, if it is known. A plain media element does not report one. */
  readonly cause?: HlsFailure;
  /** The file is known to be damaged, which explains the failure. */
  readonly damaged?: boolean;
}

/** Our relays, and the session URLs of sources. Both expire. */
const TEMPORARY =
  /\/api\/(proxied_download|tiktok_proxy)\b|[?&](session|token|session_id|session_token|access_token)=/i;

/**
 * Derives the cause of a media error from the only hints there are: the URL and the kind of media.
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
