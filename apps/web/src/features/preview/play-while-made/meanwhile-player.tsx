import { useCallback, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { usePlayerKeys, usePlayerSettings } from '../player/controls/player-controls.js';
import { useHls } from '../player/use-hls.js';
import { MEDIA_ERR_NETWORK } from '../player/use-reconnect.js';
import type { HlsFailure } from '../player/native-hls.js';
import { useMedia } from '../address/shown-media.js';
import { useNotedPlace } from './go-on.js';
import { noteRefusal } from './refusals.js';
import type { Meanwhile, MeanwhileMedia } from './use-meanwhile.js';

interface MeanwhilePlayerProps extends Pick<Meanwhile, 'place' | 'begin' | 'fail'> {
  readonly media: MeanwhileMedia;
}

type MediaElement = HTMLVideoElement & HTMLAudioElement;

/** True if the element might be able to continue after a retry. */
function mayRetry({ error, played }: HTMLMediaElement): boolean {
  return error?.code === MEDIA_ERR_NETWORK || played.length > 0;
}

/** Plays an item while its file is being made, at the visitor's request. */
export function MeanwhilePlayer({ media, place, begin, fail }: MeanwhilePlayerProps) {
  const { isAudio, title, sourceUrl } = useMedia();
  const { src, hls } = media;
  const { t } = useTranslation('preview');
  const element = useRef<MediaElement | null>(null);
  const onFail = useCallback(
    (cause?: unknown) => {
      if (cause === ('refused' satisfies HlsFailure)) {
        noteRefusal(src);
      }
      fail(element.current === null || !mayRetry(element.current));
    },
    [fail, src],
  );
  useHls(element, hls ? src : null, onFail);
  usePlayerSettings(element);
  usePlayerKeys(element, element);
  useNotedPlace(element, { place, src: hls ? null : src, link: isAudio ? sourceUrl : null });
  const shared = {
    ref: element,
    autoPlay: true,
    controls: true,
    preload: 'auto',
    // `useMeasured` ignores this player, because the details describe the file being made.
    'data-meanwhile': '',
    onPlaying: begin,
    // hls.js reports its own errors.
    onError: hls ? undefined : onFail,
  } as const;
  return isAudio ? (
    <div className="pool-screen grid place-items-center p-4">
      <audio {...shared} aria-label={t('player.audio', { title })} className="w-full max-w-xl" />
    </div>
  ) : (
    <video
      {...shared}
      playsInline
      aria-label={t('player.video', { title })}
      className="player-place"
      // If Chromium cannot decode the video, it plays the audio and reports no error.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && fail(true)}
    />
  );
}
