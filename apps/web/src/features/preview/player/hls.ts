import Hls, { ErrorTypes, Events } from 'hls.js';
import { type HlsFailure, playNatively } from './native-hls.js';
import { whenOnline } from '../../../lib/browser/when-online.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { RETRY_DELAYS_MS } from './retry-delays.js';
import workerUrl from 'hls.js/dist/hls.worker.js?url';

/** The settings from specification §9, "HLS player". */
const CONFIG = { backBufferLength: 90, lowLatencyMode: false, enableWorker: true };

/**
 * How long a stream must have worked after a decoder error before the next one is recovered from as
 * well, in milliseconds. A stream that cannot be decoded fails again much sooner.
 */
export const RECOVERED_MS = 30_000;

/**
 * Retries after a network failure. hls.js itself retries error replies, but gives up immediately if
 * the source does not respond.
 * @returns callbacks for each failure (which returns false after the last try), for each success,
 * and for cleanup
 */
function retries(hls: Hls) {
  let count = 0;
  let stopWaiting: (() => void) | undefined;
  const stop = () => stopWaiting?.();
  return {
    failed: (): boolean => {
      stop();
      // While the browser is offline, a failure does not count as a try.
      const delayMs = navigator.onLine ? RETRY_DELAYS_MS[count] : 0;
      if (delayMs === undefined) {
        return false;
      }
      count += navigator.onLine ? 1 : 0;
      stopWaiting = whenOnline(delayMs, () => hls.startLoad());
      return true;
    },
    succeeded: () => (count = 0),
    stop,
  };
}

/**
 * Plays an HLS stream in a media element: with hls.js if the browser supports it, otherwise
 * natively. `onFatal` is called when playback cannot continue.
 * @returns a cleanup function
 */
export function playHls(
  media: HTMLMediaElement,
  src: string,
  onFatal: (cause: HlsFailure) => void,
): () => void {
  if (!Hls.isSupported()) {
    const stop = playNatively(media, src, onFatal);
    if (stop === null) {
      onFatal('unsupported');
    }
    return stop ?? (() => undefined);
  }
  const hls = new Hls({ ...CONFIG, workerPath: workerUrl });
  const again = retries(hls);
  /** When the last decoder error was; null if there was none or it is overcome. */
  let brokenAtMs: number | null = null;
  let hasBegun = false;
  hls.on(Events.FRAG_LOADED, () => {
    hasBegun = true;
    again.succeeded();
  });
  hls.on(Events.FRAG_BUFFERED, () => {
    if (brokenAtMs !== null && steadyMs() - brokenAtMs > RECOVERED_MS) {
      brokenAtMs = null;
    }
  });
  hls.on(Events.ERROR, (_event, { fatal, type, response }) => {
    if (!fatal) {
      return;
    }
    if (type === ErrorTypes.MEDIA_ERROR && brokenAtMs === null) {
      brokenAtMs = steadyMs();
      hls.recoverMediaError();
      return;
    }
    if (type !== ErrorTypes.NETWORK_ERROR) {
      onFatal('unsupported');
    } else if (!hasBegun) {
      // If the source sends no CORS headers, the status is not readable.
      onFatal((response?.code ?? 0) === 0 && navigator.onLine ? 'refused' : 'network');
    } else if (!again.failed()) {
      onFatal('network');
    }
  });
  hls.loadSource(src);
  hls.attachMedia(media);
  return () => {
    again.stop();
    hls.destroy();
  };
}
