import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { usePlayerKeys } from '../player/controls/use-player-keys.js';
import { usePlayerSettings } from '../player/controls/use-player-settings.js';
import { useHls } from '../player/use-hls.js';
import { useNotedPlace } from './go-on.js';
import type { Meanwhile, MeanwhileMedia } from './use-meanwhile.js';

interface MeanwhilePlayerProps extends Pick<Meanwhile, 'place'> {
  readonly media: MeanwhileMedia;
  readonly isAudio: boolean;
  readonly title: string;
  /** Called if it cannot be played. */
  readonly onFail: () => void;
}

/** Plays an item while its file is made, above the water. The visitor has asked for it. */
export function MeanwhilePlayer(props: MeanwhilePlayerProps) {
  const { media, isAudio, title, place, onFail } = props;
  const { src, hls } = media;
  const { t } = useTranslation('preview');
  const element = useRef<(HTMLVideoElement & HTMLAudioElement) | null>(null);
  useHls(element, hls ? src : null, onFail);
  usePlayerSettings(element);
  usePlayerKeys(element, element);
  useNotedPlace(element, place);
  const shared = {
    ref: element,
    autoPlay: true,
    controls: true,
    preload: 'auto',
    // The page's details describe the file that is made (`useMeasured`).
    'data-meanwhile': '',
    ...(!hls && { src }),
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
      className="pool-screen"
      // If Chromium cannot decode the video, it plays the audio and reports no error.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && onFail()}
    />
  );
}
