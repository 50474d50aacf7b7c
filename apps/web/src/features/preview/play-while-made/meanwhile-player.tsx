import { useCallback, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { usePlayerKeys } from '../player/controls/use-player-keys.js';
import { usePlayerSettings } from '../player/controls/use-player-settings.js';
import { useHls } from '../player/use-hls.js';
import type { HlsFailure } from '../player/native-hls.js';
import { useNotedPlace } from './go-on.js';
import { noteRefusal } from './refusals.js';
import type { Meanwhile, MeanwhileMedia } from './use-meanwhile.js';

interface MeanwhilePlayerProps extends Pick<Meanwhile, 'place' | 'begin' | 'fail'> {
  readonly media: MeanwhileMedia;
  readonly isAudio: boolean;
  readonly title: string;
  /** The item's page; null if unknown. */
  readonly sourceUrl: string | null;
}

type MediaElement = HTMLVideoElement & HTMLAudioElement;

/** `MediaError.MEDIA_ERR_NETWORK`: the connection failed after playback was possible. */
const MEDIA_ERR_NETWORK = 2;

/** True if the element might be able to continue after a retry. */
function mayRetry({ error, played }: HTMLMediaElement): boolean {
  return error?.code === MEDIA_ERR_NETWORK || played.length > 0;
}

/** Plays an item while its file is being made, at the visitor's request. */
export function MeanwhilePlayer(props: MeanwhilePlayerProps) {
  const { media, isAudio, title, sourceUrl, place, begin, fail } = props;
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
