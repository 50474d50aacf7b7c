/**
 * `refused`: nothing could be read, for example because the source does not allow requests from
 * other sites.
 */
export type HlsFailure = 'network' | 'refused' | 'unsupported';

const NATIVE = 'application/vnd.apple.mpegurl';

/** Whether this browser plays HLS, natively or through the API that hls.js uses. */
export function playsHls(): boolean {
  return (
    'MediaSource' in window ||
    'ManagedMediaSource' in window ||
    document.createElement('video').canPlayType(NATIVE) !== ''
  );
}

/**
 * Plays an HLS stream natively.
 * @returns a cleanup function; null if the browser does not support it
 */
export function playNatively(
  media: HTMLMediaElement,
  src: string,
  onFatal: (cause: HlsFailure) => void,
): (() => void) | null {
  if (media.canPlayType(NATIVE) === '') {
    return null;
  }
  const fail = () => onFatal('network');
  media.addEventListener('error', fail);
  media.src = src;
  return () => {
    media.removeEventListener('error', fail);
    media.removeAttribute('src');
  };
}
