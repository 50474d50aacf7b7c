import type { HlsFailure } from './native-hls.js';

/** What a visitor is told about media that does not play (specification §4, "Player errors"). */
export interface PlayerError {
  readonly type: 'proxy_expired' | 'network' | 'codec' | 'damaged' | 'unknown';
  /** True when fetching the source page again can help. */
  readonly retryable: boolean;
  /** The source does not let this page read it. */
  readonly refused?: boolean;
}

export interface PlayerFailure {
  /** The address that was played. */
  readonly src: string;
  readonly isAudio: boolean;
  /** What broke, where the player can tell; a plain media element cannot. */
  readonly cause?: HlsFailure;
  /** The file is known to be damaged at its source: that is why, then. */
  readonly damaged?: boolean;
}

/** A relay of ours, or a session of the source: both end after a while. */
const TEMPORARY =
  /\/api\/(proxied_download|tiktok_proxy)\b|[?&](session|token|session_id|session_token|access_token)=/i;

/** Maps a media error to its cause, from the only hints there are: the address and the kind of media. */
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
