import Hls, { ErrorTypes, Events } from 'hls.js';
import workerUrl from 'hls.js/dist/hls.worker.js?url';

/** Specification §9, "HLS player". */
const CONFIG = { backBufferLength: 90, lowLatencyMode: false, enableWorker: true };

/**
 * Plays an HLS stream in a media element: with hls.js where it runs, else by the browser itself.
 * `onFatal` is called when nothing more will play. @returns the end of it.
 */
export function playHls(
  media: HTMLMediaElement,
  src: string,
  onFatal: (cause: 'network' | 'unsupported') => void,
): () => void {
  if (!Hls.isSupported()) {
    if (media.canPlayType('application/vnd.apple.mpegurl') === '') {
      onFatal('unsupported');
    } else {
      media.src = src;
    }
    return () => media.removeAttribute('src');
  }
  const hls = new Hls({ ...CONFIG, workerPath: workerUrl });
  let recovered = false;
  hls.on(Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) {
      return;
    }
    if (type === ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    onFatal(type === ErrorTypes.NETWORK_ERROR ? 'network' : 'unsupported');
  });
  hls.loadSource(src);
  hls.attachMedia(media);
  return () => hls.destroy();
}
