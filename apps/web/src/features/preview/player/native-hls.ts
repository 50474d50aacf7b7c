/** `refused`: not one byte could be read, as where a source does not let other sites' pages. */
export type HlsFailure = 'network' | 'refused' | 'unsupported';

const NATIVE = 'application/vnd.apple.mpegurl';

/** Plays an HLS stream with the browser itself, where it can. @returns a cleanup function; null where it cannot. */
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
