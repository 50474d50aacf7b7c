import { imagePath } from '@dipper/contract';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playerError, type PlayerFailure } from './player-error.js';
import { PlayerProblem } from './player-problem.js';
import { useHls } from './use-hls.js';

export interface MediaPlayerProps {
  /** What is played; null while there is nothing yet. */
  readonly src: string | null;
  readonly hls: boolean;
  readonly isAudio: boolean;
  readonly title: string;
  readonly posterUrl: string | null;
  readonly sourceUrl: string | null;
  /** Said over the player until it can show something. */
  readonly waiting?: string;
}

/** The browser's own player, with its problems put into words. Nothing starts by itself. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { src, hls, isAudio, title, posterUrl, sourceUrl, waiting } = props;
  const { t } = useTranslation('preview');
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [failure, setFailure] = useState<PlayerFailure | null>(null);
  const [readySrc, setReadySrc] = useState<string | null>(null);
  const failed = failure !== null && failure.src === src;
  const fail = useCallback(
    (cause?: 'network' | 'unsupported') =>
      setFailure({ src: src ?? '', isAudio, ...(cause !== undefined && { cause }) }),
    [src, isAudio],
  );
  useHls(media, hls && !failed ? src : null, fail);

  if (failed) {
    return (
      <div className="grid min-h-64 place-items-center rounded-2xl bg-sunk py-4 sm:min-h-80">
        <PlayerProblem error={playerError(failure)} sourceUrl={sourceUrl} />
      </div>
    );
  }
  const shared = {
    controls: true,
    preload: 'metadata',
    ...(src !== null && !hls && { src }),
    onLoadStart: () => setFailure(null),
    onLoadedMetadata: () => setReadySrc(src),
    // hls.js reports its own errors, and knows more about them.
    onError: hls ? undefined : () => fail(),
  };
  return (
    <div className="relative">
      {isAudio ? (
        <div className="grid min-h-40 place-items-center rounded-2xl bg-sunk p-5">
          <audio
            {...shared}
            ref={media}
            aria-label={t('player.audio', { title })}
            className="w-full"
          />
        </div>
      ) : (
        <video
          {...shared}
          ref={media}
          playsInline
          aria-label={t('player.video', { title })}
          poster={posterUrl === null ? undefined : imagePath(posterUrl)}
          className="aspect-video w-full rounded-2xl bg-black object-contain"
        />
      )}
      {waiting !== undefined && readySrc !== src && (
        <p
          role="status"
          className="pointer-events-none absolute inset-x-3 top-3 rounded-lg bg-surface p-2 text-center font-semibold"
        >
          {waiting}
        </p>
      )}
    </div>
  );
}
